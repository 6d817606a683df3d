/** What the kernel makes of replies that cannot be read. */
import { typedAnswer } from '../baselines/typed-answer.ts'
import { formatSuccess } from '../closed-forms/format.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, control } = claimsOf('format')

/** How often a typed answer is asked for again. */
const repairs = 2
const family = chain({ steps: 1 })

const repaired = arm('typed answers, r = .15', { loop: typedAnswer, family, rates: { r: 0.15 } })
const often = arm('typed answers, r = .5', { loop: typedAnswer, family, rates: { r: 0.5 } })
const never = arm('typed answers, r = 0', { loop: typedAnswer, family, rates: {} })

export const format: Suite = {
  arms: [repaired, often, never],
  claims: [
    equals(
      repaired,
      '1 - r^(m+1) of malformed replies are mended, r = .15, m = 2',
      formatSuccess({ r: 0.15, repairs }),
    ),
    equals(often, '1 - r^(m+1), r = .5, m = 2', formatSuccess({ r: 0.5, repairs })),
    control(often, never, 'a repair makes nothing better than a reply that can be read'),
  ],
}
