/** A claim of a text, and what edits made of it. */

export type Edit = { readonly claim: string; readonly replacement: string }

export type Corrected = { readonly before: string; readonly after: string }

/** The words around a claim that were edited, before and after; null when no edit touches it. */
export function correctedClaim(text: string, claim: string, edits: readonly Edit[]): Corrected | null {
  const start = text.indexOf(claim)
  if (start < 0) return null
  const span = { start, end: start + claim.length }
  const touching = edits
    .map((edit) => ({ ...spanOf(text, edit.claim), replacement: edit.replacement }))
    .filter((edit) => edit.start >= 0 && edit.start < span.end && span.start < edit.end)
    .sort((a, b) => a.start - b.start)
  if (touching.length === 0) return null
  const from = Math.min(span.start, ...touching.map((edit) => edit.start))
  const to = Math.max(span.end, ...touching.map((edit) => edit.end))
  let after = ''
  let at = from
  for (const edit of touching) {
    after += text.slice(at, edit.start) + edit.replacement
    at = edit.end
  }
  return { before: text.slice(from, to), after: after + text.slice(at, to) }
}

function spanOf(text: string, words: string): { readonly start: number; readonly end: number } {
  const start = text.indexOf(words)
  return { start, end: start + words.length }
}
