/** Two texts, line by line. */
import { useMemo } from 'react'
import { plural } from '../../ui/format.ts'
import { type DiffLine, isSame, lineDiff } from './line-diff.ts'

const signs = { same: ['c', ''], gone: ['d', '−'], new: ['a', '+'] } as const

const words = { same: '', gone: 'removed: ', new: 'added: ' } as const

export function DiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  if (isSame(lines)) return <p className="sm muted">No difference.</p>
  return (
    <div className="diff">
      {lines.map((line, at) => (
        // Lines have no names, and are drawn anew together.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a line is known by.
        <Line key={at} line={line} />
      ))}
    </div>
  )
}

function Line({ line }: { readonly line: DiffLine }) {
  if (line.type === 'fold') {
    return (
      <div className="fold">
        <span aria-hidden="true">⋯</span>
        <span>{plural(line.count, 'line')} the same</span>
      </div>
    )
  }
  const [className, sign] = signs[line.type]
  return (
    <div className={className}>
      <span aria-hidden="true">{sign}</span>
      <span className="whitespace-pre-wrap">
        <span className="vh">{words[line.type]}</span>
        {line.text}
      </span>
    </div>
  )
}
