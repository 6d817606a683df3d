/** How a loop ends whose last reply was cut off: with what there is of it, and not as if it were whole. */
import type { Json } from '../json.ts'
import type { Reply } from '../kernel/context.ts'
import type { LoopResult } from '../kernel/loop.ts'

type Details = Readonly<Record<string, Json>>

export function cutOff(text: string, details: Details = {}): LoopResult {
  return {
    answer: text.trim() === '' ? null : text,
    outcome: 'limit:tokens',
    gap: 'The reply was cut off: it reached the most tokens that a reply may have.',
    details: { ...details, stop: 'cut-off' },
  }
}

/** The end with a reply that is the answer. */
export function answeredBy({ text, finish }: Pick<Reply, 'text' | 'finish'>, details: Details = {}): LoopResult {
  return finish === 'length' ? cutOff(text, details) : { answer: text, details: { stop: 'answered', ...details } }
}
