/** What `.gitignore` files name: comments, `!`, `/` at either end, `*`, `**`, `?`, `[…]` and `\`. */

/** A name, a pattern for one, or any number of folders. */
type Part = string | RegExp

type Rule = { readonly parts: readonly Part[]; readonly isKept: boolean; readonly isFolder: boolean }

/** The rules of the folder above, and how the one below is called there. */
export type RulesAbove = { readonly rules: GitIgnore; readonly name: string }

/** More of them in one name could take for ever to match; such a rule names nothing. */
const mostStars = 3

/** The rules of one folder, and of those above it. */
export class GitIgnore {
  readonly #rules: readonly Rule[]
  readonly #above: RulesAbove | undefined

  constructor(text = '', above?: RulesAbove) {
    this.#rules = text.split('\n').flatMap(ruleOf)
    this.#above = above
  }

  /** By the names from this folder down. */
  ignores(path: readonly string[], isFolder: boolean): boolean {
    return this.#verdict(path, isFolder) ?? false
  }

  /** The nearest file that has a rule for it decides, there the last rule. */
  #verdict(path: readonly string[], isFolder: boolean): boolean | undefined {
    const rule = this.#rules.findLast((each) => (isFolder || !each.isFolder) && matchesParts(each.parts, path))
    if (rule) return !rule.isKept
    if (this.#above === undefined) return undefined
    return this.#above.rules.#verdict([this.#above.name, ...path], isFolder)
  }
}

function ruleOf(line: string): readonly Rule[] {
  const written = withoutLastBlanks(line)
  const isKept = written.startsWith('!')
  const pattern = isKept ? written.slice(1) : written
  const parts = pattern.split('/').filter((part) => part !== '')
  if (parts.length === 0 || pattern.startsWith('#') || parts.some(isTooWild)) return []
  // Without a slash before its end it is about any folder below.
  const isAnywhere = !pattern.slice(0, -1).includes('/')
  const whole = isAnywhere ? ['**', ...parts] : parts
  const single = whole.filter((part, at) => part !== '**' || whole[at - 1] !== '**')
  return [{ parts: single.map(partOf), isKept, isFolder: pattern.endsWith('/') }]
}

/** One that is escaped belongs to the name. */
function withoutLastBlanks(line: string): string {
  const trimmed = line.trimEnd()
  return trimmed.endsWith('\\') && line[trimmed.length] === ' ' ? `${trimmed} ` : trimmed
}

function isTooWild(part: string): boolean {
  return part !== '**' && part.replace(/\\./gu, '').split(/\*+/).length > mostStars + 1
}

function partOf(part: string): Part {
  if (part === '**' || !/[*?[\\]/.test(part)) return part
  try {
    return new RegExp(`^${expression(part)}$`, 'su')
  } catch {
    return part
  }
}

/** Goes through the path once, with all the parts that the next name may be. */
function matchesParts(parts: readonly Part[], path: readonly string[]): boolean {
  let places = withSkipped(parts, [0])
  for (const name of path) {
    if (places.size === 0) return false
    const next = [...places].flatMap((at) => nextPlaces(parts, at, name))
    places = withSkipped(parts, next)
  }
  return places.has(parts.length)
}

function nextPlaces(parts: readonly Part[], at: number, name: string): readonly number[] {
  const part = parts[at]
  if (part === undefined) return []
  if (part === '**') return at === parts.length - 1 ? [at, at + 1] : [at]
  return (typeof part === 'string' ? part === name : part.test(name)) ? [at + 1] : []
}

/** Any number of folders may be none; at the end it is what is in them. */
function withSkipped(parts: readonly Part[], places: readonly number[]): ReadonlySet<number> {
  return new Set(places.flatMap((at) => (parts[at] === '**' && at < parts.length - 1 ? [at, at + 1] : [at])))
}

function expression(part: string): string {
  return part.replace(/\\.|\*+|\?|\[!?[^\]]+\]|./gsu, (found) => {
    if (found.startsWith('*')) return '.*'
    if (found === '?') return '.'
    if (found.length > 2 && found.startsWith('[')) return found.replace(/^\[!/, '[^')
    return (found.length > 1 && found.startsWith('\\') ? found.slice(1) : found).replace(
      /[\\^$.*+?()[\]{}|/-]/gu,
      '\\$&',
    )
  })
}
