/** Two texts, line by line. */
import { useMemo } from 'react'
import { plural } from '../ui/format.ts'
import { DiffLine, DiffLines } from './diff-lines.tsx'
import { isSame, type Line, lineDiff } from './line-diff.ts'

export function LineDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  if (isSame(lines)) return <p className="sm muted">No difference.</p>
  return (
    <DiffLines label="Difference, line by line">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Shown key={at} line={line} />
      ))}
    </DiffLines>
  )
}

function Shown({ line }: { readonly line: Line }) {
  if (line.kind !== 'fold') return <DiffLine kind={line.kind}>{line.text}</DiffLine>
  return (
    <li className="fold">
      <span aria-hidden="true">⋯</span>
      <span>{plural(line.count, 'line')} the same</span>
    </li>
  )
}
