/** Where two texts differ: what only the first says is struck out, what only the second says is underlined. */
import { useMemo } from 'react'
import { type Piece, textDiff } from './text-diff.ts'

export function TextDiff({ a, b }: { readonly a: string; readonly b: string }) {
  const pieces = useMemo(() => textDiff(a, b), [a, b])
  if (a === b) return <p className="text-diff">{a}</p>
  if (!pieces.some(({ of }) => of === 'both')) return <Apart a={a} b={b} />
  return (
    <p className="text-diff">
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name than their place.
        <Part key={at} piece={piece} />
      ))}
    </p>
  )
}

function Part({ piece: { of, text } }: { readonly piece: Piece }) {
  if (of === 'a') return <del>{text}</del>
  return of === 'b' ? <ins>{text}</ins> : text
}

/** Texts with nothing in common stand one below the other. */
function Apart({ a, b }: { readonly a: string; readonly b: string }) {
  return (
    <div className="diff">
      <div className="d">
        <span>−</span>
        <span>{a}</span>
      </div>
      <div className="a">
        <span>+</span>
        <span>{b}</span>
      </div>
    </div>
  )
}
