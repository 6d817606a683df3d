/** Braces in patterns: `*.{ts,tsx}` is `*.ts` and `*.tsx`. */

/** The patterns that one with braces stands for; undefined when there are more than `most`. */
export function expandBraces(pattern: string, most: number): readonly string[] | undefined {
  const done: string[] = []
  const open = [pattern]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = firstBraces(next)
    if (braces) open.push(...braces.choices.map((choice) => braces.before + choice + braces.after).reverse())
    else done.push(next)
    if (done.length + open.length > most) return undefined
  }
  return done
}

type Braces = { readonly before: string; readonly choices: readonly string[]; readonly after: string }

/** Those that are not closed, and those without a comma, are characters like any other. */
function firstBraces(pattern: string): Braces | undefined {
  for (let start = pattern.indexOf('{'); start >= 0; start = pattern.indexOf('{', start + 1)) {
    const cuts = cutsOf(pattern, start)
    const end = cuts.at(-1)
    if (end === undefined || cuts.length < 3) continue
    const choices = cuts.slice(1).map((cut, at) => pattern.slice((cuts[at] ?? 0) + 1, cut))
    return { before: pattern.slice(0, start), choices, after: pattern.slice(end + 1) }
  }
  return undefined
}

/** Where the braces that open at `start` open, are cut by commas, and close; nothing when they never close. */
function cutsOf(pattern: string, start: number): readonly number[] {
  const cuts = [start]
  let depth = 0
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    else if (character === ',' && depth === 1) cuts.push(at)
    if (depth === 0) return [...cuts, at]
  }
  return []
}
