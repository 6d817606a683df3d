/** Rows in columns, of which the last is a text that may be long. */
import { widthOf, wrapped } from '../terminal/text-width.ts'
import { tableLines } from './text-table.ts'

/** A table whose last column goes on below itself. */
export function wrappedRows(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const heads = tableLines(rows.map((row) => [...row.slice(0, -1), '|']))
  const indent = Math.max(0, ...heads.map((head) => widthOf(head) - 1))
  return tableLines(rows).flatMap((line) => wrapped(line, width, indent).map((piece) => piece.trimEnd()))
}
