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
  /** Where it stands, from the root. */
  readonly file: string
  /** The same for every entry that exports it, whatever the name. */
  readonly id: string
  /** The ids of what its declaration names, in the order it does. */
  readonly uses: readonly string[]
}
