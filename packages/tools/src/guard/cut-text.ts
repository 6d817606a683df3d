/** Cutting a text where it hurts least. */

/** So much of the end is given up for a place between lines or words. */
const givenUp = 0.1

/** The beginning of a text: at most so many characters, up to the end of a line or a word if one is near. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const first = Math.floor(limit * (1 - givenUp))
  const line = text.lastIndexOf('\n', limit)
  const space = text.lastIndexOf(' ', limit)
  const end = line > first ? line : space > first ? space : wholeCharacter(text, limit)
  // A slice holds on to the whole text, which may be a thousand times as large.
  return Buffer.from(text.slice(0, end)).toString()
}

/** Not between the halves of one. */
function wholeCharacter(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}

/** What is said below a text that was cut. */
export function cutLine(cut: string, whole: string, what: 'are shown' | 'were read' = 'are shown'): string {
  return `[Cut: the first ${cut.length} of ${whole.length} characters ${what}.]`
}
