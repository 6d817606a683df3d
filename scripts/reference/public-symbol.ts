/** A symbol that an entry exports, as text. */
export type PublicSymbol = {
  readonly name: string
  readonly kind: 'class' | 'const' | 'function' | 'type'
  /** What its comment says; empty without one. */
  readonly doc: string
  /** Its declaration without bodies, with the comments on its members. */
  readonly declaration: string
  /** The same, without types that are longer than what they say. */
  readonly shown: string
  /** Where it stands, from the root. Symbols of one name and file are one symbol. */
  readonly file: string
  /** The ids of what its declaration names, in the order it does. */
  readonly uses: readonly string[]
}

export const idOf = ({ file, name }: Pick<PublicSymbol, 'file' | 'name'>) => `${file} ${name}`
