/**
 * Depth-first search, with pruning and backtracking.
 *
 *     open <- the task
 *     for expansion = 1 .. maxExpansions, while any are open
 *       node <- the first of open
 *       children <- nBranches thoughts of node, scored, best first
 *       if one is an answer of at least acceptAt: return it
 *       open <- children of at least pruneBelow that are not at maxDepth + the rest of open
 *     return the best thought, for its line to answer; without one the best answer seen
 *
 * When no child is worth going on from, the next open one is a sibling of the node or of one above it: the search goes back.
 */
import { drawnLevel } from './drawing.ts'
import { expand } from './expansion.ts'
import { endWithout, type Found, type Work } from './search.ts'
import { bestFirst, isAccepted, type Node } from './tree.ts'

export async function depthFirstSearch(work: Work): Promise<Found> {
  const { ctx, config, root } = work
  let open: readonly Node[] = [root]
  for (let expansion = 1; expansion <= config.maxExpansions; expansion += 1) {
    const [node, ...rest] = open
    if (!node) break
    const children = bestFirst(await expand(work, [node]))
    for (const child of children) child.isKept = child.score === null || child.score >= config.pruneBelow
    ctx.note('tree', drawnLevel(children))

    const accepted = children.find((child) => isAccepted(child, config.acceptAt))
    if (accepted) return { stop: 'answered', node: accepted }
    open = [...children.filter((child) => isWorthMore(child, config.maxDepth)), ...rest]
  }
  return endWithout(work, open.length > 0)
}

function isWorthMore({ isKept, isAnswer, depth }: Node, maxDepth: number): boolean {
  return isKept && !isAnswer && depth < maxDepth
}
