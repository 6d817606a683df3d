/** Long texts in parts that are the same each time, cut between paragraphs or lines where there are any. */

export function partsOf(text: string, length: number): readonly string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start, length)
    parts.push(text.slice(start, end))
    start = end
  }
  return parts.length === 0 ? [''] : parts
}

/** Not before half of it: a part should be worth asking for. */
function endOfPart(text: string, start: number, length: number): number {
  const limit = start + length
  if (limit >= text.length) return text.length
  for (const border of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(border, limit - border.length)
    if (at + border.length > start + length / 2) return at + border.length
  }
  // No half of a character that takes two.
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) && limit - 1 > start ? limit - 1 : limit
}
