/** Which files of a folder are wanted, by the patterns of the caller. */
import { basename } from 'node:path'
import { GyreError, matchesGlob } from '@gyre/core'

/** What one pattern with braces may stand for. */
const mostPatterns = 256

export class PathRules {
  readonly #include: readonly string[]
  readonly #exclude: readonly string[]

  constructor({ include = [], exclude = [] }: { include?: readonly string[]; exclude?: readonly string[] }) {
    this.#include = include.flatMap(plainPatterns)
    this.#exclude = exclude.flatMap(plainPatterns)
  }

  /** By its path below the folder, with `/` between names. */
  wantsFile(path: string): boolean {
    if (this.#include.length > 0 && !this.#include.some((pattern) => matches(pattern, path))) return false
    const parts = path.split('/')
    const folders = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
    return this.#isAllowed(path) && folders.every((folder) => this.wantsFolder(folder))
  }

  wantsFolder(path: string): boolean {
    return this.#isAllowed(path) && !this.#exclude.some((pattern) => matchesGlob(pattern, `${path}/`))
  }

  #isAllowed(path: string): boolean {
    return !this.#exclude.some((pattern) => matches(pattern, path))
  }
}

/** The slash before it lets patterns that begin with one, or with any folders, match at the top. */
function matches(pattern: string, path: string): boolean {
  return [path, `/${path}`, basename(path)].some((name) => matchesGlob(pattern, name))
}

/** Patterns with stars alone: any folders may be none, a folder is all below it, and braces are each of their parts. */
function plainPatterns(pattern: string): readonly string[] {
  let patterns = [
    pattern
      .replace(/^\.\//, '')
      .replace(/(?:\*\*\/)+/g, '{,*/}')
      .replace(/\/$/, '/*'),
  ]
  while (patterns.some((each) => braces.test(each))) {
    patterns = [...new Set(patterns.flatMap(withoutBraces))]
    if (patterns.length > mostPatterns)
      throw new GyreError('argument-invalid', `The pattern ${pattern} stands for more than ${mostPatterns} patterns.`)
  }
  return patterns
}

const braces = /\{([^{}]*,[^{}]*)\}/

/** Without the first ones that have no others in them. */
function withoutBraces(pattern: string): readonly string[] {
  const [whole, inner = ''] = braces.exec(pattern) ?? []
  if (whole === undefined) return [pattern]
  return inner.split(',').map((part) => pattern.replace(whole, () => part))
}
