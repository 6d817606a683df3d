/** What `.gitignore` files name: comments, `!`, `/` at either end, `*`, `**`, `?` and `[…]`. */

/** A name, a pattern for one, or any number of folders. */
type Part = string | RegExp

type Rule = { readonly parts: readonly Part[]; readonly isKept: boolean; readonly isFolder: boolean }

/** More of them in one name could take for ever to match; such a rule names nothing. */
const mostStars = 3

/** The rules of one folder, and of those above it. */
export class GitIgnore {
  readonly #rules: readonly Rule[]
  readonly #above: { readonly rules: GitIgnore; readonly name: string } | undefined

  constructor(text = '', above?: { readonly rules: GitIgnore; readonly name: string }) {
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
  const written = line.trimEnd()
  const isKept = written.startsWith('!')
  const pattern = isKept ? written.slice(1) : written
  const parts = pattern.split('/').filter((part) => part !== '')
  if (parts.length === 0 || pattern.startsWith('#') || parts.some(isTooWild)) return []
  // Without a slash before its end it is about any folder below.
  const isAnywhere = !pattern.slice(0, -1).includes('/')
  const whole = isAnywhere ? ['**', ...parts] : parts
  return [{ parts: whole.map(partOf), isKept, isFolder: pattern.endsWith('/') }]
}

function isTooWild(part: string): boolean {
  return part !== '**' && part.split(/\*+/).length > mostStars + 1
}

function partOf(part: string): Part {
  if (part === '**' || !/[*?[\\]/.test(part)) return part
  try {
    return new RegExp(`^${expression(part)}$`, 'u')
  } catch {
    return part
  }
}

function matchesParts(parts: readonly Part[], path: readonly string[]): boolean {
  const [part, ...others] = parts
  if (part === undefined) return path.length === 0
  if (part === '**') {
    if (others.length === 0) return path.length > 0
    return path.some((_, from) => matchesParts(others, path.slice(from)))
  }
  const [name, ...below] = path
  if (name === undefined) return false
  return (typeof part === 'string' ? part === name : part.test(name)) && matchesParts(others, below)
}

function expression(part: string): string {
  return part.replace(/\*+|\?|\[!?[^\]]+\]|\\?[^*?[]|\[/gu, (found) => {
    if (found.startsWith('*')) return '.*'
    if (found === '?') return '.'
    if (found.length > 2 && found.startsWith('[')) return found.replace(/^\[!/, '[^')
    return found.replace(/^\\/, '').replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')
  })
}
