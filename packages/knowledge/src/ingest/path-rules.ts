/** Which files of a folder are wanted, by the patterns of the caller. */
import { basename } from 'node:path'
import { matchesGlob } from '@gyre/core'

export class PathRules {
  readonly #include: readonly string[]
  readonly #exclude: readonly string[]

  constructor({ include = [], exclude = [] }: { include?: readonly string[]; exclude?: readonly string[] }) {
    this.#include = include
    this.#exclude = exclude
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
