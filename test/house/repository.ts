/** The repository as text, for tests of the house rules. */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** Files of the repository by a glob, as paths from its root with `/`. */
export function filesOf(pattern: string): readonly string[] {
  const isBuilt = (path: string) => path.includes('node_modules') || /(^|\/)dist\//.test(path)
  return globSync(pattern, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !isBuilt(path))
    .sort()
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The sources of the packages, tests left out. */
export const sources: readonly string[] = filesOf('packages/*/src/**/*.{ts,tsx}').filter(
  (path) => !path.endsWith('.test.ts'),
)

/** Everything people read. */
export const pages: readonly string[] = filesOf('{*,docs/**/*,examples/*}.md')

export type Block = {
  readonly page: string
  readonly line: number
  readonly language: string
  /** What stands behind the language, which is not shown. */
  readonly info: string
  readonly text: string
}

/** The fenced blocks of a page. */
export function blocksOf(page: string, text = read(page)): readonly Block[] {
  return [...text.matchAll(/^```(\S*)([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    info: match[2]?.trim() ?? '',
    text: match[3] ?? '',
  }))
}
