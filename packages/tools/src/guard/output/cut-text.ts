/** Cutting a text where it hurts least, and where no key in it is cut in halves: half of one would be known to nobody as a secret. */

/** So much of the end is given up for a place between lines. */
const givenUp = 0.1

/** What runs on for longer without a break is no key. */
const longestKey = 4_096

const lastSpace = /\s\S*$/
/** In JSON there may be no space for long. */
const lastBreak = /["'`,;<>(){}[\]|&?、。，][^"'`,;<>(){}[\]|&?、。，]*$/

/** The beginning of a text: at most so many characters, up to the end of a line or a word. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  // A slice holds on to the whole text, which may be a thousand times as large.
  return Buffer.from(text.slice(0, endWithin(text, limit))).toString()
}

function endWithin(text: string, limit: number): number {
  const line = text.lastIndexOf('\n', limit)
  if (line > Math.floor(limit * (1 - givenUp))) return line
  const from = Math.max(0, limit - longestKey)
  // A space just behind the limit ends the last word within it.
  const space = text.slice(from, limit + 1).search(lastSpace)
  if (space >= 0) return from + space
  const end = text.slice(from, limit).search(lastBreak)
  if (end >= 0) return from + end + 1
  return from === 0 ? 0 : wholeCharacter(text, limit)
}

/** Not between the halves of one. */
function wholeCharacter(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}

/** What is said below a text that was cut. */
export function cutLine(cut: string, whole: string, what = 'are shown'): string {
  return `[Cut: the first ${cut.length} of ${whole.length} characters ${what}.]`
}
