/** JSON in lines, for people and models. */

/** As many letters, times how deep they can lie: indenting what is deeper and longer would make far more of it. */
const mostWork = 20_000_000

/** What is no JSON, or would become too long, stays as it is. */
export function prettyJson(text: string): string {
  if (text.length * depthOf(text) > mostWork) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** At most so deep: brackets within strings are counted as well. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '[' || letter === '{') deepest = Math.max(deepest, ++depth)
    else if (letter === ']' || letter === '}') depth -= 1
  }
  return deepest
}
