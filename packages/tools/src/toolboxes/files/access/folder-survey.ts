/** What is inside of a folder that is to be moved or removed as a whole. */
import type { FileSpace } from './file-space.ts'
import { unwritable } from './file-space.ts'
import type { Held } from './held.ts'
import { shownPath } from './shown-path.ts'
import { TreeBudget, treeBelow } from './tree.ts'

const mostLookedAt = 100_000

/** How many names there are. A secret inside would get another name, and be a secret no more: refused, as what is protected is. */
export async function surveyFolder(space: FileSpace, held: Held, path: string, signal: AbortSignal): Promise<number> {
  const budget = new TreeBudget(mostLookedAt)
  const options = { depth: Number.POSITIVE_INFINITY, enters: () => true, budget, signal }
  let count = 0
  for await (const branch of treeBelow(held, path, options)) {
    count += 1
    const why = space.places?.whyUnchanged(branch.path)
    if (why !== undefined) throw unwritable(path, `holds \`${shownPath(branch.path)}\`, which ${why}`)
    if (space.isSecret(branch.path)) {
      throw unwritable(path, `holds the secret file \`${shownPath(branch.path)}\`, which stays where it is`)
    }
  }
  if (budget.isSpent) throw unwritable(path, `holds more than ${mostLookedAt} files`)
  return count
}
