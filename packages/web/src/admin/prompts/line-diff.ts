/** Two texts line by line: what is the same, gone and new. Long stretches of the same are folded. */
import { diffLines } from 'diff'

export type DiffLine =
  | { readonly type: 'same' | 'gone' | 'new'; readonly text: string }
  /** So many lines that are the same. */
  | { readonly type: 'fold'; readonly count: number }

/** Lines around a change that are shown. */
const context = 2

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const parts = diffLines(withEnd(before), withEnd(after))
  return parts.flatMap(({ added, removed, value }, at): readonly DiffLine[] => {
    const lines = value.replace(/\n$/, '').split('\n')
    if (added) return lines.map((text) => ({ type: 'new', text }))
    if (removed) return lines.map((text) => ({ type: 'gone', text }))
    return folded(lines, { isFirst: at === 0, isLast: at === parts.length - 1 })
  })
}

export function isSame(lines: readonly DiffLine[]): boolean {
  return lines.every(({ type }) => type === 'same' || type === 'fold')
}

/** Whether the last line ends with a break is of no meaning to anybody. */
function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function folded(lines: readonly string[], { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const [head, tail] = [isFirst ? 0 : context, isLast ? 0 : context]
  const hidden = lines.length - head - tail
  const same = (text: string): DiffLine => ({ type: 'same', text })
  // A fold of one line saves nothing.
  if (hidden < 2) return lines.map(same)
  const rest = tail === 0 ? [] : lines.slice(-tail)
  const fold: DiffLine = { type: 'fold', count: hidden }
  return [...lines.slice(0, head).map(same), fold, ...rest.map(same)]
}
