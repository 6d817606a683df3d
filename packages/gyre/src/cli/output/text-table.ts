/** Rows of text in columns. */
import { oneLine } from '../terminal/one-line.ts'
import { fitStart, widthOf } from '../terminal/text-width.ts'

export type TableOptions = {
  /** Columns a line may take; the last cell is cut to fit. Without it nothing is cut. */
  readonly width?: number
  /** Columns whose cells stand at the right: numbers. */
  readonly right?: readonly number[]
}

const gap = '  '

/** Lines of a table; the first row is its head. Only the last cell of a row is ever cut; a column of nothing takes no room. */
export function tableLines(rows: readonly (readonly string[])[], options: TableOptions = {}): readonly string[] {
  const { width = Number.POSITIVE_INFINITY, right = [] } = options
  const cells = rows.map((row) => row.map(oneLine))
  const most = Math.max(0, ...cells.map((row) => row.length))
  const widths = Array.from({ length: most }, (_, at) => Math.max(0, ...cells.map((row) => widthOf(row[at] ?? ''))))
  return cells.map((row) => {
    const padded = row.map((cell, at) => {
      if (at === most - 1) return cell
      const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell))
      return right.includes(at) ? `${space}${cell}` : `${cell}${space}`
    })
    const head = padded
      .slice(0, -1)
      .map((cell, at) => (widths[at] === 0 ? '' : `${cell}${gap}`))
      .join('')
    return `${head}${fitStart(padded.at(-1) ?? '', Math.max(8, width - widthOf(head)))}`.trimEnd()
  })
}
