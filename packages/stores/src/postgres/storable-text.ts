/**
 * A text as PostgreSQL can keep it. It has no room for NUL characters: each becomes a character that stands for what
 * cannot be shown, so that the places of all others stay the same. JSON texts need none of this: they escape it.
 */
export function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

export function storableOrNull(text: string | null): string | null {
  return text === null ? null : storable(text)
}
