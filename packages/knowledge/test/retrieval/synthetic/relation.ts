/** A kind of fact of the synthetic world: how documents tell it, and how people ask for it. */
export type Kind = 'person' | 'firm' | 'place' | 'machine' | 'journey'

/** A thing of a kind, a number of a range with its unit, or one of some words. */
export type Values = Kind | readonly string[] | { readonly from: number; readonly to: number; readonly unit?: string }

export type Relation = {
  readonly name: string
  readonly of: Kind
  readonly values: Values
  /** Sentences of documents (`{s}` subject, `{o}` object), each with a question in the same words. */
  readonly told: readonly { readonly sentence: string; readonly question: string }[]
  /** The same question in words that none of the sentences has. */
  readonly asked: readonly string[]
  /** How a question goes through it to the next one. */
  readonly phrase?: string
  /** How a question describes the subject by the object, without its name; words that none of the sentences has. */
  readonly described?: string
  /** How the document of the object says it in passing. */
  readonly passing?: string
}
