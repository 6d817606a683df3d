/** A text on one line, and no longer than there is room for. */
export function oneLine(text: string, longest = Number.POSITIVE_INFINITY): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  // A cut must not leave half of a sign behind.
  return line.length > longest
    ? `${line
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`
    : line
}
