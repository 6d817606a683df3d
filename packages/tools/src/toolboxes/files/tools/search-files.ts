/** `files.search`: where something is said. */
import { defineTool, GyreError, type Tool } from '@gyre/core'
import { z } from 'zod'
import type { FileSpace } from '../access/file-space.ts'
import { tellingTrouble } from '../access/file-trouble.ts'
import type { Found } from '../access/root-folder.ts'
import { TreeBudget, treeBelow } from '../access/tree.ts'
import { type LineSearch, literalSearch } from '../content/line-search.ts'
import { regexSearch } from '../content/regex-search.ts'
import { type PathTest, pathPattern } from '../patterns/path-pattern.ts'
import { SearchReport } from './search-report.ts'
import { entersFolder, notEntered } from './walked-folders.ts'

const mostLookedAt = 50_000
const regexBudgetMs = 5_000

const input = z.strictObject({
  query: z.string().min(1).max(1_000).describe('What to look for, within one line.'),
  regex: z.boolean().default(false).describe('Whether `query` is a regular expression of JavaScript.'),
  ignoreCase: z.boolean().default(false),
  path: z.string().default('.').describe('The folder or file to look in, from the root.'),
  glob: z.string().optional().describe('Only files that fit, such as `*.ts` or `src/**/*.md`, from the folder.'),
  limit: z.int().min(1).max(1_000).default(100).describe('How many lines to show at most.'),
})

type SearchInput = z.output<typeof input>

export function searchFilesTool(space: FileSpace): Tool {
  return defineTool({
    name: 'files.search',
    description: `Finds lines in text files, as \`file:line: text\`. ${notEntered}`,
    input,
    effect: 'pure',
    permissions: ['files.read'],
    keepsMarkup: true,
    run: (asked, { signal }) =>
      tellingTrouble(asked.path, 'file-unreadable', async () => {
        const fits = asked.glob === undefined ? () => true : pathPattern(asked.glob)
        await using found = await space.root.find(asked.path)
        await using search = searchFor(asked, signal)
        const report = new SearchReport({ space, search, limit: asked.limit, signal })
        await (found.held.kind === 'folder' ? searchBelow(found, fits, report) : report.look(found.held, found.path))
        return report.output(found.path)
      }),
  })
}

function searchFor({ query, regex, ignoreCase: ignoresCase }: SearchInput, signal: AbortSignal): LineSearch {
  if (regex) return regexSearch(query, { ignoresCase, budgetMs: regexBudgetMs, signal })
  if (!/[\n\r]/.test(query)) return literalSearch(query, { ignoresCase })
  throw new GyreError('argument-invalid', '`query` holds a line break: lines are searched one by one.')
}

async function searchBelow({ held, path }: Found, fits: PathTest, report: SearchReport): Promise<void> {
  await held.verify(path)
  const budget = new TreeBudget(mostLookedAt)
  const start = path === '' ? 0 : path.length + 1
  for await (const branch of treeBelow(held, path, {
    depth: 50,
    enters: entersFolder,
    budget,
    signal: report.signal,
  })) {
    if (branch.kind !== 'file' || !fits(branch.path.slice(start))) continue
    await report.lookAt(branch)
    if (report.isFull) return
  }
  if (budget.isSpent) report.note(`Not all was looked at: there are more than ${mostLookedAt} names.`)
}
