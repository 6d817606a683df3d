/** What every search of the tree is given, and what it gives back. */
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import type { Piece } from '../cut-off.ts'
import type { Config } from './schema.ts'
import { bestAnswer, bestThought, type Node } from './tree.ts'

/** A search at work: what it was given, and the tree as far as it has grown. */
export type Work = {
  readonly ctx: LoopContext
  readonly task: Task
  readonly config: Config
  readonly root: Node
  /** All nodes but the root, in the order they were made. */
  readonly nodes: Node[]
  /** Answers that did not come to their end, and are no part of the tree; empty texts where a thought did not. */
  readonly pieces: Piece[]
}

/** `answered`: an answer won. Else what there was no more of: levels, expansions, or thoughts worth going on from. */
export type Stop = 'answered' | 'depth' | 'expansions' | 'exhausted'

/** Where a search ended: at an answer, or at the thought to answer from; nowhere when no thought could be read. */
export type Found = { readonly stop: Stop; readonly node: Node | undefined }

export type Search = (work: Work) => Promise<Found>

/** The end of a search that accepted no answer. */
export function endWithout({ nodes, config }: Work, hasMore: boolean): Found {
  const isDeep = nodes.some(({ isAnswer, isKept, depth }) => !isAnswer && isKept && depth === config.maxDepth)
  const stop = hasMore ? 'expansions' : isDeep ? 'depth' : 'exhausted'
  return { stop, node: lastResort(nodes) }
}

/** The thought to answer from: it may lead to a better answer than those that were not good enough. Else one of these. */
export function lastResort(nodes: readonly Node[]): Node | undefined {
  return bestThought(nodes) ?? bestAnswer(nodes)
}
