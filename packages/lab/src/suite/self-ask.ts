/** Smaller questions first. */
import { direct, selfAsk } from '@gyre/core'
import { selfAskCalls } from '../closed-forms/calls.ts'
import { memorySuccess, selfAskSearchSuccess, selfAskSuccess } from '../closed-forms/hops.ts'
import type { Suite } from '../run-lab.ts'
import { hops } from '../tasks/hops.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, beats, control, alwaysNeeds } = claimsOf('self-ask')

const rates = { g: 0.8, kappa: 0.4, s: 0.95 }
const three = hops({ hops: 3 })
const asking = arm('self-ask, 3 hops', { loop: selfAsk, family: three, rates })
const asked = arm('direct, 3 hops, g = .8', { loop: direct, family: three, rates })
/** What a search that missed says looks like a hit, so nothing is asked again. */
const distracted = hops({ hops: 3, search: 'distractor' })
const searching = arm('self-ask with search, 3 hops', { loop: selfAsk, family: distracted, rates })
const one = hops({ hops: 1 })
const askingOnce = arm('self-ask, 1 hop', { loop: selfAsk, family: one, rates })
const askedOnce = arm('direct, 1 hop', { loop: direct, family: one, rates })

export const selfAskSuite: Suite = {
  arms: [asking, asked, searching, askingOnce, askedOnce],
  claims: [
    equals(asking, 'g^h, h = 3', selfAskSuccess({ ...rates, hops: 3 })),
    equals(searching, 's^h with search, h = 3', selfAskSearchSuccess({ ...rates, hops: 3 })),
    equals(asked, 'direct: g^h (1 - kappa), h = 3', memorySuccess({ ...rates, hops: 3 })),
    alwaysNeeds(asking, 'a call for each follow-up, for its answer, and to end', {
      of: 'calls',
      expected: selfAskCalls({ hops: 3, hasSearch: false }),
    }),
    alwaysNeeds(searching, 'a call for each search, and to end', {
      of: 'calls',
      expected: selfAskCalls({ hops: 3, hasSearch: true }),
    }),
    beats(searching, asking, 'search beats memory when s > g'),
    // The true ratio is 1 / (1 - kappa) = 1.67; a share of 2000 tasks is not that exact.
    beats(asking, asked, 'beats direct about 1 / (1 - kappa) times', 1.4),
    control(askingOnce, askedOnce, 'does not beat direct at one hop'),
  ],
}
