/** `files.list`: what is in a folder. */
import { lstat } from 'node:fs/promises'
import { defineTool, type Tool, type ToolOutput, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { type FileSpace, unreadable } from '../access/file-space.ts'
import { tellingTrouble } from '../access/file-trouble.ts'
import { shownPath } from '../access/shown-path.ts'
import { type Branch, TreeBudget, treeBelow } from '../access/tree.ts'
import { pathPattern } from '../patterns/path-pattern.ts'
import { entersFolder, notEntered } from './walked-folders.ts'

const mostShown = 500
const mostLookedAt = 50_000
const deepest = 50

const input = z.strictObject({
  path: z.string().default('.').describe('The folder, from the root; `.` is the root itself.'),
  glob: z
    .string()
    .optional()
    .describe('Only what fits, such as `*.ts` (a name at any depth) or `src/**/*.{ts,tsx}` (a path from the folder).'),
  depth: z
    .int()
    .min(1)
    .max(deepest)
    .optional()
    .describe('How deep to look: 1 is the folder alone. All of it with a `glob`.'),
})

type ListInput = z.output<typeof input>

export function listFilesTool(space: FileSpace): Tool {
  return defineTool({
    name: 'files.list',
    description: `Lists a folder, sorted: a \`/\` ends the name of a folder, files have their size in bytes. ${notEntered}`,
    input,
    effect: 'pure',
    permissions: ['files.read'],
    keepsMarkup: true,
    run: (asked, { signal }) => tellingTrouble(asked.path, 'file-unreadable', () => listed(space, asked, signal)),
  })
}

async function listed(space: FileSpace, { path, glob, depth }: ListInput, signal: AbortSignal): Promise<ToolOutput> {
  const fits = glob === undefined ? () => true : pathPattern(glob)
  await using found = await space.root.find(path)
  if (found.held.kind !== 'folder') throw unreadable(path, `is a ${found.held.kind}, not a folder`)
  await found.held.verify(path)
  const budget = new TreeBudget(mostLookedAt)
  const options = { depth: depth ?? (glob === undefined ? 1 : deepest), enters: entersFolder, budget, signal }
  const listing = new Listing()
  for await (const branch of treeBelow(found.held, found.path, options)) {
    if (fits(below(found.path, branch.path))) await listing.add(branch, space)
  }
  return listing.output(found.path, budget)
}

function below(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1)
}

class Listing {
  readonly #lines: string[] = []
  #found = 0

  async add(branch: Branch, space: FileSpace): Promise<void> {
    this.#found += 1
    if (this.#found <= mostShown) this.#lines.push(await line(branch, space))
  }

  output(path: string, budget: TreeBudget): ToolOutput {
    const notes = [
      ...(this.#found === 0 ? ['Nothing is there that fits.'] : []),
      ...(this.#found > mostShown
        ? [`The first ${mostShown} of ${this.#found} are shown: narrow it with \`glob\`.`]
        : []),
      ...(budget.isSpent ? [`Not all was looked at: there are more than ${mostLookedAt} names.`] : []),
    ]
    const text = [...this.#lines, ...notes.map((note) => `[${note}]`)].join('\n')
    return toolOutput({ text, untrusted: { from: shownPath(path) || '.' } })
  }
}

async function line({ folder, name, path, kind }: Branch, { isSecret }: FileSpace): Promise<string> {
  const shown = shownPath(path)
  if (kind === 'folder') return `${shown}/`
  if (kind !== 'file') return `${shown} (${kind})`
  const stats = await lstat(folder.at(name)).catch(() => undefined)
  return `${shown} ${stats?.size ?? '?'}${isSecret(path) ? ' (secret: it is not opened)' : ''}`
}
