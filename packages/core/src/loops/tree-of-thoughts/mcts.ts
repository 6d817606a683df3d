/**
 * Monte Carlo tree search, as in LATS.
 *
 *     for expansion = 1 .. maxExpansions
 *       leaf <- from the task down, always the child with the highest UCT
 *       children <- nBranches thoughts of leaf, scored
 *       for child of children: add its score to the value of every node of its line
 *       if one is an answer of at least acceptAt: return it
 *     return the best thought, for its line to answer; without one the best answer seen
 *
 * Nothing is rolled out to an end: the score of a new thought stands for what its line is worth. Nor are failed lines
 * reflected on. Lines that have ended, with an answer or at maxDepth, are not gone down again.
 */
import { drawnLevel } from './drawing.ts'
import { expand } from './expansion.ts'
import { endWithout, type Found, type Work } from './search.ts'
import { backpropagate, selectLeaf } from './selection.ts'
import { bestFirst, isAccepted } from './tree.ts'

/** Values are from 0 to 1, as the weight of exploration expects them. */
const highestScore = 10

export async function monteCarloSearch(work: Work): Promise<Found> {
  const { ctx, config, root } = work
  for (let expansion = 1; expansion <= config.maxExpansions; expansion += 1) {
    const leaf = selectLeaf(root, config)
    if (!leaf) break
    const children = await expand(work, [leaf])
    for (const child of leaf.children ?? []) backpropagate(child, (child.score ?? 0) / highestScore)
    ctx.note('tree', drawnLevel(children))

    const accepted = bestFirst(children).find((child) => isAccepted(child, config.acceptAt))
    if (accepted) return { stop: 'answered', node: accepted }
  }
  return endWithout(work, selectLeaf(root, config) !== undefined)
}
