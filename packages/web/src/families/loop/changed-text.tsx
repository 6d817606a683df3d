/** A text with what was taken out of it and put in, told to who cannot see the colours as well. */
import type { Change } from './text-changes.ts'

export function ChangedText({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <span className="changed-text">
      {changes.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`
        if (kind === 'added') return <ins key={key}>{text}</ins>
        return kind === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>
      })}
    </span>
  )
}
