/** How a loop ends whose only reply was cut off: with what there is of it, and not as if it were whole. */
import type { LoopResult } from '../kernel/loop.ts'

export function cutOff(text: string): LoopResult {
  return {
    answer: text.trim() === '' ? null : text,
    outcome: 'limit:tokens',
    gap: 'The reply was cut off: it reached the most tokens that a reply may have.',
    details: { stop: 'cut-off' },
  }
}
