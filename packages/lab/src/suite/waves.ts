/** Calls planned in waves, side by side; and all of them at once. */
import { react, waves } from '@gyre/core'
import { chainSuccess } from '../closed-forms/chain.ts'
import { formatSuccess } from '../closed-forms/format.ts'
import { planExecuteSuccess } from '../closed-forms/plan.ts'
import { wavesLatency, wavesSuccess } from '../closed-forms/waves.ts'
import type { Suite } from '../run-lab.ts'
import { fanOut } from '../tasks/fan-out.ts'
import { hops } from '../tasks/hops.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, alwaysNeeds, saves, beats, control, savesNothing } = claimsOf('waves')

/** On a simulated clock. */
const timing = { modelMs: 500, guessMs: 500, toolMs: 200 }
const times = { planMs: timing.modelMs, toolMs: timing.toolMs, answerMs: timing.modelMs }
const [width, depth] = [4, 2]
const lookups = { loop: waves, family: fanOut({ width, depth }), rates: {}, timing }
const beside = arm('waves, 4 × 2 lookups', lookups)
const inTurn = arm('waves, 4 × 2 lookups, one at a time', { ...lookups, config: { maxTools: 1, maxWaves: 8 } })
const hopsInARow = 4
const inARow = { family: hops({ hops: hopsInARow, search: 'nothing' }), rates: {}, timing }
const chained = arm('waves, 4 hops, timed', { loop: waves, ...inARow })
const chainedReact = arm('react, 4 hops, timed', { loop: react, ...inARow })

const fallible = { p: 0.2, hops: 3, waves: 5 }
const searched = arm('waves, 3 hops', {
  loop: waves,
  config: { maxWaves: fallible.waves },
  family: hops({ hops: fallible.hops, search: 'nothing' }),
  rates: { p: fallible.p },
})
const unreadable = { r: 0.5, repairs: 2 }
const garbled = arm('waves, 1 hop, r = .5', {
  ...{ loop: waves, family: hops({ hops: 1, search: 'nothing' }), rates: { r: unreadable.r } },
})

/**
 * Five calls, each with the result of the one before, whose results are entries of 1200 characters, about 300 tokens.
 * React teaches its tools in the prompt, as the plan does: native tools are not in what the lab counts as tokens.
 */
const calls = 5
const five = hops({ hops: calls, entries: 1200 })
const stepRates = { p: 0.1 }
const stepByStep = arm('react, 5 calls', { loop: react, config: { protocol: 'text' }, family: five, rates: stepRates })
const atOnce = arm('waves at once, 5 calls', { loop: waves, config: { maxWaves: 1 }, family: five, rates: stepRates })
const blindPlan = { ...stepRates, pi: 0.5 }
const unforeseen = arm('waves at once, 5 calls, pi = .5', {
  ...{ loop: waves, config: { maxWaves: 1 }, family: five, rates: blindPlan },
})
const oneByOne = arm('waves, 5 calls', { loop: waves, family: five, rates: { ...stepRates, ahead: 0 } })

export const wavesSuite: Suite = {
  arms: [...[beside, inTurn, chained, chainedReact, searched, garbled], ...[stepByStep, atOnce, unforeseen, oneByOne]],
  claims: [
    equals(beside, '4 × 2 lookups side by side are all found', 1),
    equals(inTurn, 'one at a time they are, too', 1),
    alwaysNeeds(beside, 'its time is the critical path: a plan and a call for each level, the answer', {
      of: 'latencyMs',
      expected: wavesLatency({ ...times, plans: depth }, depth),
    }),
    alwaysNeeds(inTurn, 'one at a time it is all calls', {
      of: 'latencyMs',
      expected: wavesLatency({ ...times, plans: depth }, width * depth),
    }),
    alwaysNeeds(beside, 'calls: a plan for each level, and the answer', { of: 'calls', expected: depth + 1 }),
    saves(beside, inTurn, 'side by side saves time', { of: 'latencyMs' }),
    alwaysNeeds(chained, 'on a chain of 4 the critical path is all there is', {
      of: 'latencyMs',
      expected: wavesLatency({ ...times, plans: hopsInARow }, hopsInARow),
    }),
    savesNothing(chained, chainedReact, 'on a chain it saves no time against react', 'latencyMs'),
    equals(
      searched,
      '3 hops in 5 waves, p = .2: the last call has one try',
      wavesSuccess({ ...fallible, selfCorrects: false }),
    ),
    equals(garbled, 'a plan that is asked for again, r = .5', formatSuccess(unreadable)),
    equals(stepByStep, 'react: (1 - p)^5', chainSuccess({ ...stepRates, steps: calls })),
    equals(atOnce, 'at once, pi = 1: (1 - p)^5, as react', chainSuccess({ ...stepRates, steps: calls })),
    alwaysNeeds(atOnce, 'calls: the plan and the answer', { of: 'calls', expected: 2 }),
    saves(atOnce, stepByStep, 'at once it needs half the tokens of react at most', { of: 'tokens', times: 2 }),
    equals(unforeseen, 'at once, pi = .5: pi (1 - p)^5', planExecuteSuccess({ ...blindPlan, steps: calls })),
    beats(stepByStep, unforeseen, 'react beats a plan at once that does not foresee what is needed'),
    control(unforeseen, stepByStep, 'at once with pi = .5 does not beat react'),
    savesNothing(oneByOne, stepByStep, 'wave by wave it saves no tokens', 'tokens'),
  ],
}
