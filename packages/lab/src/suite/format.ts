/** What the kernel makes of replies that cannot be read. */
import { typedAnswer } from '../baselines/typed-answer.ts'
import { formatCalls, formatSuccess } from '../closed-forms/format.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, needs, alwaysNeeds } = claimsOf('format')

/** How often a typed answer is asked for again. */
const repairs = 2
const family = chain({ steps: 1 })

const repaired = arm('typed answers, r = .15', { loop: typedAnswer, family, rates: { r: 0.15 } })
const often = arm('typed answers, r = .5', { loop: typedAnswer, family, rates: { r: 0.5 } })
const never = arm('typed answers, r = 1', { loop: typedAnswer, family, rates: { r: 1 } })

export const format: Suite = {
  arms: [repaired, often, never],
  claims: [
    equals(
      repaired,
      '1 - r^(m+1) of malformed replies are mended, r = .15, m = 2',
      formatSuccess({ r: 0.15, repairs }),
    ),
    equals(often, '1 - r^(m+1), r = .5, m = 2', formatSuccess({ r: 0.5, repairs })),
    needs(repaired, 'calls for it, r = .15', { of: 'calls', expected: formatCalls({ r: 0.15, repairs }) }),
    needs(often, 'calls for it, r = .5', { of: 'calls', expected: formatCalls({ r: 0.5, repairs }) }),
    equals(never, 'nothing can be read, r = 1: nothing is answered', formatSuccess({ r: 1, repairs })),
    alwaysNeeds(never, 'calls until it gives up, r = 1', { of: 'calls', expected: formatCalls({ r: 1, repairs }) }),
  ],
}
