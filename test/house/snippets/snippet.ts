/** The TypeScript of the pages: what each block is, and how it is run. */
import { basename } from 'node:path'
import { type Block, blocksOf, filesOf, pages } from '../repository.ts'

/** Made from the code, whose programs are run elsewhere and whose declarations are no programs. */
const isMade = (page: string) => page === 'docs/examples.md' || page.startsWith('docs/reference/')

/** Pages with TypeScript that people may take over. */
export const snippetPages: readonly string[] = [...pages, ...filesOf('packages/*/README.md')].filter(
  (page) => !isMade(page),
)

/** Why a block is not run: what it needs is not on every machine. It is compiled all the same. */
const reasons = ['needs Valkey', 'needs a browser', 'has a journey of its own']

export type Snippet = Block & {
  /** `docs-tools.md-8` */
  readonly id: string
  /** The file it is written to, in the folder of its page. */
  readonly file: string
  /** How it is run: as a program, loaded as a config file, as tests of vitest; or why it is not. */
  readonly way: 'program' | 'config' | 'tests' | 'not-run'
  /** What it says it prints, in comments at its end; undefined when it says nothing. */
  readonly prints: string | undefined
}

export function snippetsOf(page: string, text?: string): readonly Snippet[] {
  return blocksOf(page, text)
    .filter(({ language }) => language === 'ts')
    .map((block) => snippetOf(page, block))
}

function snippetOf(page: string, block: Block): Snippet {
  const id = `${page.replaceAll('/', '-')}-${block.line}`
  const way = wayOf(block)
  return { ...block, id, way, file: fileOf(block, way), prints: way === 'program' ? printsOf(block.text) : undefined }
}

function wayOf({ page, line, info, text }: Block): Snippet['way'] {
  if (info !== '') {
    const reason = /^no-run: (.+)$/.exec(info)?.[1] ?? ''
    if (!reasons.includes(reason))
      throw new Error(`${page}:${line}: \`${info}\` is none of: no-run: ${reasons.join(', ')}`)
    return 'not-run'
  }
  if (/ from 'vitest'/.test(text)) return 'tests'
  return /^export default defineConfig\(/m.test(text) ? 'config' : 'program'
}

/** A block that begins with the name of a file is that file, for the others of its page. */
function fileOf({ line, text }: Block, way: Snippet['way']): string {
  const named = /^\/\/ ([\w.-]+\.ts)\n/.exec(text)?.[1]
  if (named !== undefined) return basename(named)
  return way === 'tests' ? `block-${line}.test.ts` : `block-${line}.ts`
}

function printsOf(text: string): string | undefined {
  const comments = /\n((?:\/\/ [^\n]*\n)+)$/.exec(text)?.[1]
  return comments?.replaceAll(/^\/\/ /gm, '')
}
