/** Two texts line by line: what is the same, gone and new. Long stretches of the same are folded. */
import { diffLines } from 'diff'
import { type Change, kindOf } from './text-changes.ts'

/** A line, or so many that are the same. */
export type Line = Change | { readonly kind: 'fold'; readonly count: number }

/** Lines around a change that are shown. */
const context = 2

export function lineDiff(before: string, after: string): readonly Line[] {
  const parts = diffLines(withEnd(before), withEnd(after))
  return parts.flatMap(({ added, removed, value }, at): readonly Line[] => {
    const lines = value.replace(/\n$/, '').split('\n')
    const kind = kindOf(added, removed)
    if (kind !== 'same') return lines.map((text) => ({ kind, text }))
    return folded(lines, { isFirst: at === 0, isLast: at === parts.length - 1 })
  })
}

export function isSame(lines: readonly Line[]): boolean {
  return lines.every(({ kind }) => kind === 'same' || kind === 'fold')
}

/** Whether the last line ends with a break is of no meaning to anybody. */
function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function folded(lines: readonly string[], { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const [head, tail] = [isFirst ? 0 : context, isLast ? 0 : context]
  const hidden = lines.length - head - tail
  const same = (text: string): Line => ({ kind: 'same', text })
  // A fold of one line saves nothing.
  if (hidden < 2) return lines.map(same)
  const rest = tail === 0 ? [] : lines.slice(-tail)
  const fold: Line = { kind: 'fold', count: hidden }
  return [...lines.slice(0, head).map(same), fold, ...rest.map(same)]
}
