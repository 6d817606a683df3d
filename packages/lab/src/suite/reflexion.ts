/** Trying again with what was learned. */
import { cot, reflexion } from '@gyre/core'
import { resample } from '../baselines/resample.ts'
import { reflexionCalls } from '../closed-forms/calls.ts'
import { expectedAttempts, type Judge, retrySuccess, sameRates } from '../closed-forms/retry.ts'
import { stuckAttempts, stuckSuccess } from '../closed-forms/stuck.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, needs, beats, beatsAtEqualCalls, control } = claimsOf('reflexion')

const family = chain({ steps: 3 })
const inner = { loop: 'cot', config: {} }

/** A chain of three steps is right with chance `a`. */
const stepError = (a: number) => 1 - a ** (1 / 3)
const rates = (a: number, judge: Judge) => ({ p: stepError(a), ...judge })
const a = 0.6

const judges = {
  good: { alpha: 0.9, beta: 0.2 },
  blind: { alpha: 0.5, beta: 0.5 },
  perverse: { alpha: 0.4, beta: 0.6 },
}
const episodes = (attempts: number, judge: keyof typeof judges) =>
  arm(`reflexion, ${attempts} episodes, ${judge} judge`, {
    loop: reflexion,
    config: { inner, maxReflections: attempts - 1 },
    family,
    rates: rates(a, judges[judge]),
  })
const [two, three, blind, perverse] = [
  episodes(2, 'good'),
  episodes(3, 'good'),
  episodes(3, 'blind'),
  episodes(3, 'perverse'),
]
const once = arm('cot, chain of 3, a = .6', { loop: cot, family, rates: rates(a, judges.good) })

/** A fifth of all tasks is stuck; of the others three quarters come out right: .6 in all. */
const judge = { alpha: 0.95, beta: 0.1 }
const stuck = { ...judge, rho: 0.2, a: 0.75, attempts: 3, u: 0 }
const stuckRates = (u: number) => ({ ...rates(stuck.a, judge), rho: stuck.rho, u })
const tried = arm('cot, stuck tasks', { loop: cot, family, rates: stuckRates(0) })
const resampling = (attempts: number) =>
  arm(`resample, stuck tasks, ${attempts} attempts`, {
    loop: resample,
    config: { attempts },
    family,
    rates: stuckRates(0),
  })
const reflecting = (u: number) =>
  arm(`reflexion, stuck tasks, u = ${u}`, {
    loop: reflexion,
    config: { inner, maxReflections: 2 },
    family,
    rates: stuckRates(u),
  })
const [resampled, often, reflected, uninspired] = [resampling(3), resampling(8), reflecting(0.7), reflecting(0)]

/** An episode is one chain of thought. */
const callsFor = (episodes: number) => reflexionCalls({ episodes, perEpisode: 1 })

export const reflexionSuite: Suite = {
  arms: [two, three, blind, perverse, once, tried, resampled, often, reflected, uninspired],
  claims: [
    equals(two, 'two episodes, alpha = .9, beta = .2', retrySuccess({ rates: sameRates(a, 2), ...judges.good })),
    equals(three, 'three episodes, alpha = .9, beta = .2', retrySuccess({ rates: sameRates(a, 3), ...judges.good })),
    needs(three, 'calls for it: an answer, a verdict and a reflection each', {
      of: 'calls',
      expected: callsFor(expectedAttempts({ rates: sameRates(a, 3), ...judges.good })),
    }),
    equals(blind, 'J = 0: no gain', a),
    equals(perverse, 'J = -.2: harm', retrySuccess({ rates: sameRates(a, 3), ...judges.perverse })),
    equals(tried, 'stuck tasks, one attempt', stuckSuccess({ ...stuck, attempts: 1 })),
    equals(resampled, 'stuck tasks, tried again without reflection', stuckSuccess(stuck)),
    equals(reflected, 'stuck tasks, reflected on, u = .7', stuckSuccess({ ...stuck, u: 0.7 })),
    needs(reflected, 'calls for it', { of: 'calls', expected: callsFor(stuckAttempts({ ...stuck, u: 0.7 })) }),
    equals(uninspired, 'stuck tasks, reflected on, u = 0: as without', stuckSuccess(stuck)),
    beats(three, once, 'beats one attempt when J > 0'),
    beatsAtEqualCalls(reflected, often, 'beats trying again at equal calls on stuck tasks'),
    control(blind, once, 'does not beat one attempt when J = 0'),
    control(perverse, once, 'does not beat one attempt when J < 0'),
    control(uninspired, resampled, 'does not beat trying again when reflections say nothing'),
  ],
}
