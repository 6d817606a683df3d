/** Where two texts differ: what only the first says is struck out, what only the second says is underlined. */
import { useMemo } from 'react'
import { ChangedText } from './changed-text.tsx'
import { DiffLine, DiffLines } from './diff-lines.tsx'
import { areApart, textChanges } from './text-changes.ts'

export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const changes = useMemo(() => textChanges(before, after), [before, after])
  if (!areApart(changes)) {
    return (
      <p className="text-[13px]">
        <ChangedText changes={changes} />
      </p>
    )
  }
  return (
    <DiffLines label="Two texts with hardly a word in common">
      <DiffLine kind="removed">{before}</DiffLine>
      <DiffLine kind="added">{after}</DiffLine>
    </DiffLines>
  )
}
