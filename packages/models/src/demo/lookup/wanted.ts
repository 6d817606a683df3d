/** What kind of thing a question wants to know. */

export type Wanted =
  | { readonly kind: 'person' | 'year' | 'date' | 'time' | 'text' }
  /** What is built somewhere is built in a yard: who names that says where. */
  | { readonly kind: 'place'; readonly isBuilt: boolean }
  /** A number, with what is counted or the unit. */
  | { readonly kind: 'amount'; readonly of: string }
  /** Something that has a name, of this sort. */
  | { readonly kind: 'name'; readonly sort: string }
  /** A number such as `AS-104`. */
  | { readonly kind: 'code' }

const kinds: readonly (readonly [RegExp, (match: RegExpExecArray) => Wanted])[] = [
  [/\b(?:in )?(?:which|what) year\b/i, () => ({ kind: 'year' })],
  [/\b(?:on )?(?:which|what) (?:date|day)\b/i, () => ({ kind: 'date' })],
  [/\bat what time\b/i, () => ({ kind: 'time' })],
  [/^when\b/i, () => ({ kind: 'date' })],
  [/^where\b(?:.*\s(built)\??$)?/i, ([, built]) => ({ kind: 'place', isBuilt: built !== undefined })],
  [
    /\bhow (?:many|much) ([\p{L}]+)/iu,
    ([, of = '']) => ({ kind: 'amount', of: /^(?:was|is|did|does|were)$/.test(of) ? 'crowns' : of }),
  ],
  [/\bhow (?:long|high|tall|wide|deep|far)\b/i, () => ({ kind: 'amount', of: 'metres' })],
  [/\b(?:what|which) (?:is|was) the (?:[\p{L}-]+ )?(?:number|registration|code)\b/iu, () => ({ kind: 'code' })],
  [/^what (?:is|was) the (?:diameter|length|height|width|depth)\b/i, () => ({ kind: 'amount', of: 'metres' })],
  [
    /^what (?:did|does) .* (?:pay|cost)\b|^what (?:toll|fare|price|wage|weekly wage)\b/i,
    () => ({ kind: 'amount', of: 'crowns' }),
  ],
  [/\b(?:who|whom)\b/i, () => ({ kind: 'person' })],
  [/^(?:in |on |at )?which ([\p{L}-]+(?: [\p{L}-]+)?)/iu, ([, sort = '']) => ({ kind: 'name', sort })],
  [/^what (?:is|was) the (?:nick)?name\b/i, () => ({ kind: 'name', sort: 'name' })],
]

export function wantedBy(question: string): Wanted {
  for (const [pattern, made] of kinds) {
    const match = pattern.exec(question)
    if (match) return made(match)
  }
  return { kind: 'text' }
}
