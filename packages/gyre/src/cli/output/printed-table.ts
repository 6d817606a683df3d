/** Tables on stdout. */
import type { Io } from '../io.ts'
import { type TableOptions, tableLines } from './text-table.ts'

/** Prints rows under a head. They are cut to fit a terminal; what goes to a file or a program is whole. */
export function printTable(
  io: Io,
  rows: readonly (readonly string[])[],
  options: Pick<TableOptions, 'right'> = {},
): void {
  const width = io.out.isTty ? io.out.width() : Number.POSITIVE_INFINITY
  for (const line of tableLines(rows, { ...options, width })) io.print(line)
}
