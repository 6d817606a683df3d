/** Paths as they are shown: on one line, and with nothing in them that cannot be seen. */

const longestShown = 300

/** Names may hold line breaks, or characters that reorder or hide what follows: those are written as `\u….`. */
export function shownPath(path: string): string {
  const shown = path.replace(/[\p{C}\u2028\u2029]/gu, escaped)
  return shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
