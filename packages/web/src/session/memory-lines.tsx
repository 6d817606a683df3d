/** The working memory of a loop, with what changed in it. */
import { DiffLine, DiffLines } from '../diff/diff-lines.tsx'
import type { Change } from '../diff/text-changes.ts'

export function MemoryLines({ lines }: { readonly lines: readonly Change[] }) {
  if (lines.length === 0) return <p className="sm muted">It holds no text.</p>
  return (
    <DiffLines label="Text of the memory, with what changed">
      {lines.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one version do not move.
        <DiffLine key={at} kind={kind}>
          {text}
        </DiffLine>
      ))}
    </DiffLines>
  )
}
