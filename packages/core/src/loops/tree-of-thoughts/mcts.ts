/**
 * Monte Carlo tree search, as in LATS.
 *
 *     leaf <- the task
 *     for expansion = 1 .. maxExpansions, while there is a leaf
 *       children <- nBranches thoughts of leaf, scored
 *       for child of children: its score is its value, by one visit
 *       if one is an answer of at least acceptAt: return it
 *       best <- the best of children
 *       if best can be gone on from: leaf <- best, the rollout goes on
 *       else: the rollout has ended; add a visit, and the score of best to the value, to leaf and all nodes above it
 *             leaf <- from the task down, always the child with the highest UCT
 *     return the best thought, for its line to answer; without one the best answer seen
 *
 * A line is rolled out to an answer or to maxDepth. Unlike the paper's, a rollout stays in the tree, where other lines
 * can leave it, and its expansions are counted. Failed lines are not reflected on, and those that have ended are not gone
 * down again.
 */
import { drawnLevel } from './drawing.ts'
import { expand } from './expansion.ts'
import { endWithout, type Found, type Work } from './search.ts'
import { backpropagate, isOpen, selectLeaf, visitFirst } from './selection.ts'
import { bestFirst, isAccepted, type Node } from './tree.ts'

export async function monteCarloSearch(work: Work): Promise<Found> {
  const { ctx, config, root } = work
  let leaf: Node | undefined = root
  for (let expansion = 1; leaf && expansion <= config.maxExpansions; expansion += 1) {
    const children = bestFirst(await expand(work, [leaf]))
    for (const child of leaf.children ?? []) visitFirst(child, worthOf(child))
    ctx.note('tree', drawnLevel(children))

    const accepted = children.find((child) => isAccepted(child, config.acceptAt))
    if (accepted) return { stop: 'answered', node: accepted }

    // When nothing could be read after a thought, its line ends with it.
    const best: Node = children[0] ?? leaf
    if (best !== leaf && isOpen(best, config.maxDepth)) leaf = best
    else {
      backpropagate(leaf, worthOf(best))
      leaf = selectLeaf(root, config)
    }
  }
  return endWithout(work, leaf !== undefined)
}

const highestScore = 10

/** From 0 to 1, as the weight of exploration expects it. */
function worthOf({ score }: Node): number {
  return (score ?? 0) / highestScore
}
