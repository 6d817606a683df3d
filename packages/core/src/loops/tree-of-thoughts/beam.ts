/**
 * Beam search, level by level.
 *
 *     beam <- the task
 *     for depth = 1 .. maxDepth
 *       level <- answers in the beam + nBranches thoughts of each other thought in it, scored
 *       beam <- the beamWidth best of level
 *       if the best is an answer: return it
 *     return the best
 *
 * An answer that is worth nothing is never kept.
 */
import { drawnLevel } from './drawing.ts'
import { expand } from './expansion.ts'
import { type Found, lastResort, type Work } from './search.ts'
import { bestFirst, type Node } from './tree.ts'

export async function beamSearch(work: Work): Promise<Found> {
  const { ctx, config, nodes } = work
  let beam: readonly Node[] = [work.root]
  for (let depth = 1; depth <= config.maxDepth; depth += 1) {
    const finished = beam.filter(({ isAnswer }) => isAnswer)
    const children = await expand(
      work,
      beam.filter(({ isAnswer }) => !isAnswer),
    )
    const level = [...new Set([...finished, ...children])]
    beam = bestFirst(level.filter((node) => !isWorthless(node))).slice(0, config.beamWidth)
    for (const node of level) node.isKept = beam.includes(node)
    ctx.note('tree', drawnLevel(level))

    const [best] = beam
    if (best === undefined) return { stop: 'exhausted', node: lastResort(nodes) }
    if (best.isAnswer) return { stop: 'answered', node: best }
  }
  return { stop: 'depth', node: beam[0] }
}

function isWorthless({ isAnswer, score }: Node): boolean {
  return isAnswer && score === 0
}
