/** A text with what was taken out of it and put in: struck out and underlined, not by colour alone. */
import type { Change } from './text-changes.ts'

export function ChangedText({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <span className="changed-text">
      <ChangedPieces changes={changes} />
    </span>
  )
}

/** The same inside of a line that has a look of its own. */
export function ChangedPieces({ changes }: { readonly changes: readonly Change[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name than their place.
  return changes.map((change, at) => <Piece key={at} change={change} />)
}

function Piece({ change: { kind, text } }: { readonly change: Change }) {
  if (kind === 'added') return <ins>{text}</ins>
  return kind === 'removed' ? <del>{text}</del> : text
}
