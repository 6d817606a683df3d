/** How elements look in plain text: headings, lists, quotations, code, tables. */
import { blocks } from './elements.ts'
import type { TextBuilder } from './text-builder.ts'

export type Formatted = {
  readonly name: string
  /** Of a list, the number of its last item. */
  items: number
  /** Of a row, how many cells it has so far. */
  cells: number
}

type Format = {
  readonly begin?: (out: TextBuilder, parent: Formatted | undefined, name: string) => void
  readonly end?: (out: TextBuilder) => void
}

const paragraph: Format = { begin: (out) => out.lines(2), end: (out) => out.lines(2) }
const block: Format = { begin: (out) => out.lines(1), end: (out) => out.lines(1) }

const heading: Format = {
  begin: (out, _, name) => {
    out.lines(2)
    out.enter('', `${'#'.repeat(Number(name.charAt(1)))} `)
  },
  end: (out) => {
    out.leave()
    out.lines(2)
  },
}

const list: Format = {
  begin: (out, parent) => out.lines(parent?.name === 'li' ? 1 : 2),
  end: (out) => out.lines(1),
}

const item: Format = {
  begin: (out, parent) => {
    out.lines(1)
    if (parent) parent.items += 1
    out.enter('  ', parent?.name === 'ol' ? `${parent.items}. ` : '- ')
  },
  end: (out) => {
    out.leave()
    out.lines(1)
  },
}

const quotation: Format = {
  begin: (out) => {
    out.lines(2)
    out.enter('> ', '> ')
  },
  end: (out) => {
    out.leave()
    out.lines(2)
  },
}

const code: Format = { begin: (out) => out.sign('`'), end: (out) => out.join('`') }

const codeBlock: Format = {
  begin: (out) => {
    out.lines(2)
    out.sign('```')
    out.lines(1)
  },
  end: (out) => {
    out.lines(1)
    out.sign('```')
    out.lines(2)
  },
}

const cell: Format = {
  begin: (out, parent) => {
    if (!parent) return
    if (parent.cells > 0) out.join(' | ')
    parent.cells += 1
  },
}

const rule: Format = {
  begin: (out) => {
    out.lines(2)
    out.sign('---')
    out.lines(2)
  },
}

const formats: ReadonlyMap<string, Format> = new Map([
  ...[...blocks].map((name) => [name, block] as const),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading] as const),
  ...['p', 'table', 'figure', 'title', 'dl'].map((name) => [name, paragraph] as const),
  ...['ul', 'ol', 'menu'].map((name) => [name, list] as const),
  ['li', item],
  ['blockquote', quotation],
  ['code', code],
  ['pre', codeBlock],
  ['td', cell],
  ['th', cell],
  ['hr', rule],
  ['br', { begin: (out) => out.line() }],
])

export function beginElement(out: TextBuilder, name: string, parent: Formatted | undefined): void {
  formats.get(name)?.begin?.(out, parent, name)
}

export function endElement(out: TextBuilder, name: string): void {
  formats.get(name)?.end?.(out)
}
