/** A part of a text, by its offsets. */

export type Span = { readonly start: number; readonly end: number }

/** Without the blanks around it; undefined when it is blank. */
export function trimmed(text: string, { start, end }: Span): Span | undefined {
  const part = text.slice(start, end)
  const kept = part.trimStart()
  if (kept === '') return undefined
  return { start: end - kept.length, end: end - (kept.length - kept.trimEnd().length) }
}

/** The nearest place at or before this one that is not inside a surrogate pair. */
export function betweenCharacters(text: string, at: number): number {
  const isInside = isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))
  return isInside ? at - 1 : at
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}
