/** When self-ask stops asking, and what it ends with. */
import type { Reply } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { forcedAnswer, isPiece } from '../cut-off.ts'
import type { Answered, KnownAnswers } from './intermediate-answers.ts'

/** So many replies in a row that cannot be read, or so often the same question again, and more turns are pointless. */
const maxUnreadable = 3
const maxRepeats = 2

export type Progress = { readonly asked: number; readonly unreadable: number; readonly known: KnownAnswers }

/** After a reply that asked. One whose calls hold no question is no better than one that cannot be read. */
export function wentOn({ asked, unreadable }: Progress, answered: Answered): Progress {
  return { asked: asked + answered.asked, unreadable: answered.asked === 0 ? unreadable + 1 : 0, known: answered.known }
}

/** Why no more follow-ups are asked; undefined as long as they are. */
export function stopOf({ asked, unreadable, known }: Progress, maxFollowUps: number): string | undefined {
  if ([...known.values()].some(({ repeats }) => repeats >= maxRepeats)) return 'repeated'
  if (unreadable >= maxUnreadable) return 'unreadable'
  return asked >= maxFollowUps ? 'limit' : undefined
}

export function detailsOf({ asked, known }: Progress) {
  return { asked, followUps: [...known.values()].map(({ question }) => question) }
}

/** The last answer; without one, and with nothing asked before, the loop was stuck from the beginning. */
export function forcedEnd(last: Reply, progress: Progress, stop: string): LoopResult {
  const details = { stop, ...detailsOf(progress) }
  const isStuck = last.text === '' && progress.asked === 0 && !isPiece(last)
  if (isStuck) return { answer: null, outcome: 'stuck:unreadable', details }
  return { ...forcedAnswer(last), outcome: 'limit:turns', details }
}
