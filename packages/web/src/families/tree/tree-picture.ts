/** A tree of thoughts: every thought with its score, what was kept, what was left and why, and the line that won. */
import type { SessionLog } from '../../session/session-log.ts'
import { numberIn } from '../loop/json-values.ts'
import { LoopPart } from '../loop/loop-part.ts'
import { type GrownThought, growTree } from './grown-tree.ts'

export type ThoughtState =
  | 'thinking'
  /** Thought, and not judged yet. */
  | 'open'
  | 'kept'
  | 'pruned'
  /** The same as another one: it is scored and gone on from there. */
  | 'merged'
  /** No thought came of it: it failed, or could not be read. */
  | 'dead'
  /** The answer that won. */
  | 'answer'

export type Thought = {
  /** The path of the step that thought it. */
  readonly key: string
  /** The thought it goes on from; null for the first ones. */
  readonly parent: string | null
  readonly depth: number
  readonly text: string
  readonly isAnswer: boolean
  readonly state: ThoughtState
  readonly score: number | null
  /** What the judge says, or why it was left. */
  readonly why: string
  /** The thought it is one with. */
  readonly mergedWith: string | null
  readonly visits: number
  readonly isOnPath: boolean
  /** Where a new session could take this line instead: the last step that it keeps. Null when that changes nothing. */
  readonly forkAt: number | null
}

export type TreePicture = {
  readonly goal: string
  /** Children stand in the order they were thought. */
  readonly thoughts: readonly Thought[]
  readonly search: string
  readonly shape: { readonly branches: number; readonly beam: number; readonly maxDepth: number }
  readonly depth: number
  readonly best: Thought | null
  readonly pruned: number
  readonly merged: number
  readonly dead: number
  /** Requests to the model: for thoughts and for scores. */
  readonly calls: { readonly thoughts: number; readonly scores: number }
  /** Thoughts under way whose place is not known yet. */
  readonly unplaced: number
  readonly stop: string | null
  readonly gap: string | null
  readonly isOver: boolean
}

export function treePicture(log: SessionLog, base: string): TreePicture {
  const part = new LoopPart(log, base)
  const { thoughts: grown, unplaced } = growTree(log, part)
  const best = bestOf(part, grown)
  const onPath = new Set(lineTo(grown, best?.key ?? null))
  const hasWon = best !== undefined && isWinner(part, best)
  const thoughts = grown.map((each): Thought => {
    const isAnswer = hasWon && each.key === best.key
    const { id: _, ...shown } = each
    return { ...shown, isOnPath: onPath.has(each.key), ...(isAnswer && { state: 'answer' }) }
  })
  const count = (state: ThoughtState) => thoughts.filter((each) => each.state === state).length
  const { config } = part
  const { stop } = part.end?.details ?? {}
  return {
    goal: base === '' ? part.goal : '',
    thoughts,
    search: typeof config['search'] === 'string' ? config['search'] : 'beam',
    shape: {
      branches: numberIn(config, 'nBranches', 3),
      beam: numberIn(config, 'beamWidth', 2),
      maxDepth: numberIn(config, 'maxDepth', 4),
    },
    depth: Math.max(0, ...thoughts.map(({ depth }) => depth)),
    best: thoughts.find(({ key }) => key === best?.key) ?? null,
    pruned: count('pruned'),
    merged: count('merged'),
    dead: count('dead'),
    calls: callsOf(log, base),
    unplaced,
    stop: typeof stop === 'string' ? stop : null,
    gap: part.end?.gap ?? null,
    isOver: part.isOver,
  }
}

function callsOf(log: SessionLog, base: string): TreePicture['calls'] {
  const made = log.steps.filter(({ path, kind }) => kind === 'generate' && path.startsWith(base))
  const scores = made.filter(({ role }) => role === 'judge').length
  return { thoughts: made.length - scores, scores }
}

/** Whether the loop ended with this answer: one that was told to end may have given another. */
function isWinner({ end }: LoopPart, { id, isAnswer }: GrownThought): boolean {
  return isAnswer && id !== null && id === end?.details['answer']
}

/** The answer the loop ended with; before that the best thought that is still in the race, of equals the deepest. */
function bestOf(part: LoopPart, grown: readonly GrownThought[]): GrownThought | undefined {
  const won = grown.find((each) => isWinner(part, each))
  if (won) return won
  const racing = grown.filter(({ state, score }) => state === 'kept' && score !== null)
  const rank = ({ score, isAnswer, depth }: GrownThought) => [score ?? 0, Number(isAnswer), depth] as const
  return racing.toSorted((a, b) => compare(rank(b), rank(a)))[0]
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The thoughts from the first to this one, by their keys. */
export function lineTo(thoughts: readonly Pick<Thought, 'key' | 'parent'>[], key: string | null): readonly string[] {
  const byKey = new Map(thoughts.map((each) => [each.key, each]))
  const line: string[] = []
  for (let at = key; at !== null; at = byKey.get(at)?.parent ?? null) line.unshift(at)
  return line
}
