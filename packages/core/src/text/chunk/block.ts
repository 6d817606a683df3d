/** What a text is made of, before it is put into chunks. */
import type { Span } from '../span.ts'

/** How a text is written: what its lines mean. */
export type Writing = 'markdown' | 'plain' | 'code' | 'rows'

export type Block = Span & {
  /** Prose is torn between sentences, lines between lines; an item of a list between its lines, then sentences. */
  readonly kind: 'heading' | 'prose' | 'item' | 'lines'
  /** Headings above it, outermost first, with its own. Blocks of one section share the very same array. */
  readonly path: readonly string[]
  /** How deep its section is; 0 before the first heading. */
  readonly level: number
}

/** Longer ones come in parts: they are torn anyway, and what reads them shall not wait for their end. */
export const longestBlock = 8192
