/** Tasks divided among experts, and planned for again while a judge sees a gap. */
import { experts, planExecute } from '@gyre/core'
import { planExecuteCalls } from '../closed-forms/calls.ts'
import { criticisedSuccess } from '../closed-forms/criticised.ts'
import { planExecuteSuccess } from '../closed-forms/plan.ts'
import { expectedAttempts, type Judge, retrySuccess, sameRates, secondAttemptGain } from '../closed-forms/retry.ts'
import type { Suite } from '../run-lab.ts'
import { deadEnd } from '../tasks/dead-end.ts'
import { hops } from '../tasks/hops.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, needs, alwaysNeeds, beats, control } = claimsOf('experts')

/** What an expert does not find looks found, and one plan in ten asks for the wrong thing. */
const steps = 3
const [rates, family] = [{ p: 0.15, pi: 0.9 }, hops({ hops: steps, search: 'distractor' })]
const a = planExecuteSuccess({ ...rates, steps })
const perRound = planExecuteCalls({ plans: 1, steps, perStep: 2 })
type Options = { readonly rounds?: number; readonly judge?: Judge; readonly critic?: object }
const expertsArm = (name: string, { rounds = 0, judge, critic }: Options) =>
  arm(`experts, 3 hops, ${name}`, {
    loop: experts,
    config: { maxAgenticRounds: rounds, critic: critic !== undefined },
    family,
    rates: { ...rates, ...judge, ...critic },
  })

const judge = { alpha: 0.9, beta: 0.2 }
const blind = { alpha: 0.5, beta: 0.5 }
const single = expertsArm('single pass', {})
const replanned = expertsArm('1 re-plan', { rounds: 1, judge })
const often = expertsArm('3 re-plans', { rounds: 3, judge })
const blindly = expertsArm('2 re-plans, blind judge', { rounds: 2, judge: blind })
const complete = expertsArm('a judge that says COMPLETE', { rounds: 2, judge: { alpha: 1, beta: 1 } })
const never = expertsArm('a judge that never does', { rounds: 2, judge: { alpha: 0, beta: 0 } })
const unjudged = arm('plan-execute, 3 hops, pi = .9', {
  ...{ loop: planExecute, config: { showOutputs: true }, family, rates },
})
const retried = (attempts: number, judging: Judge) => ({ rates: sameRates(a, attempts), ...judging })

const [critic, guesser] = [
  { ...judge, fix: 0.9, spoil: 0.3 },
  { ...blind, fix: 0.3, spoil: 0.3 },
]
const criticised = expertsArm('a critic', { critic })
const guessed = expertsArm('a blind critic', { critic: guesser })

/** The gate is chosen with the plan: a dead end is planned around. */
const seen = { pi: 0.6, alpha: 0.95, beta: 0.1 }
const vault = { loop: experts, family: deadEnd({ doors: 2 }), rates: seen }
const fixed = arm('experts, dead ends', { ...vault, config: { critic: false } })
const around = arm('experts, dead ends, 2 re-plans', { ...vault, config: { critic: false, maxAgenticRounds: 2 } })

export const expertsSuite: Suite = {
  arms: [single, replanned, often, blindly, complete, never, unjudged, criticised, guessed, fixed, around],
  claims: [
    equals(single, 'a single pass: pi (1 - p)^k', a),
    alwaysNeeds(single, 'calls: the plan, two for each expert, the answer', { of: 'calls', expected: perRound }),
    equals(replanned, '1 re-plan, alpha = .9, beta = .2: + a (1 - a) J', a + secondAttemptGain({ a, ...judge })),
    equals(often, '3 re-plans', retrySuccess(retried(4, judge))),
    needs(often, 'calls for it: every round is judged', {
      of: 'calls',
      expected: expectedAttempts(retried(4, judge)) * (perRound + 1),
    }),
    beats(often, single, 're-planning for gaps beats a single pass'),
    equals(fixed, 'dead ends, a single pass: pi', seen.pi),
    equals(around, 'dead ends, 2 re-plans', retrySuccess({ ...seen, rates: sameRates(seen.pi, 3) })),
    beats(around, fixed, 're-planning gets around dead ends'),
    equals(complete, 'a judge that always says COMPLETE: a single pass', a),
    alwaysNeeds(complete, 'and one call more', { of: 'calls', expected: perRound + 1 }),
    alwaysNeeds(never, 'a judge that never does: 2 re-plans, and no more', {
      of: 'calls',
      expected: 3 * (perRound + 1),
    }),
    equals(blindly, 'J = 0: what a single pass gets', a),
    equals(criticised, 'a critic, fix = .9, spoil = .3', criticisedSuccess({ a, ...critic })),
    beats(criticised, single, 'a critic who knows something gains'),
    equals(guessed, 'a blind critic, fix = spoil = .3', criticisedSuccess({ a, ...guesser })),
    control(blindly, unjudged, 'J = 0: re-planning does not beat plan-execute'),
    control(complete, unjudged, 'nor does a judge that always says COMPLETE'),
    control(guessed, unjudged, 'nor does a blind critic'),
  ],
}
