/** How a thought stands, in a word, an icon and a tint. */
import type { Tone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { Thought, ThoughtState } from './tree-picture.ts'

export type ThoughtLook = { readonly word: string; readonly tone: Tone; readonly icon: IconName }

export const thoughtLooks: Readonly<Record<ThoughtState, ThoughtLook>> = {
  thinking: { word: 'thinking', tone: 'acc', icon: 'gyre' },
  open: { word: 'not judged', tone: 'idle', icon: 'ring' },
  kept: { word: 'kept', tone: 'acc', icon: 'check' },
  pruned: { word: 'pruned', tone: 'idle', icon: 'x' },
  merged: { word: 'merged', tone: 'hold', icon: 'merge' },
  dead: { word: 'dead end', tone: 'idle', icon: 'failed' },
  answer: { word: 'answer', tone: 'ok', icon: 'done' },
}

/** Scores are of 10; the mean of several votes may have many digits. */
export function scoreText(score: number | null): string {
  return score === null ? '' : score.toFixed(1)
}

/** What the search did not go on from. */
export function isLeft({ state }: Pick<Thought, 'state'>): boolean {
  return state === 'pruned' || state === 'dead'
}

/** A line that was left while the search went on elsewhere: a new session can take it. */
export function mayBeExplored({ state, isAnswer, forkAt }: Thought): boolean {
  return state === 'pruned' && !isAnswer && forkAt !== null
}
