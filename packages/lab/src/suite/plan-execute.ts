/** A plan, and a context of its own for each step. */
import { planExecute, react } from '@gyre/core'
import { planExecuteCalls } from '../closed-forms/calls.ts'
import { growingChainSuccess } from '../closed-forms/chain.ts'
import { foresightAfterReplans, gateSuccess, planExecuteSuccess } from '../closed-forms/plan.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { deadEnd } from '../tasks/dead-end.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, atLeast, beats, control, alwaysNeeds } = claimsOf('plan-execute')

/** The closed form takes it for granted that the answer is written from the results, so those are shown. */
const plain = { showOutputs: true }
const replanning = { ...plain, replan: true }

const growth = { p: 0.05, pi: 0.9, lambda: 0.015 }
const eight = chain({ steps: 8, hasTool: true })
const planned = arm('plan-execute, chain of 8', { loop: planExecute, config: plain, family: eight, rates: growth })
const inOneContext = arm('react, chain of 8', { loop: react, family: eight, rates: growth })

/** Where errors do not grow, a context of its own is worth nothing, and a plan may still be wrong. */
const steady = { ...growth, lambda: 0 }
const plannedSteady = arm('plan-execute, chain of 8, lambda = 0', {
  ...{ loop: planExecute, config: plain, family: eight, rates: steady },
})
const steadyContext = arm('react, chain of 8, lambda = 0', { loop: react, family: eight, rates: steady })

/** The gate is chosen with the plan; each of the doors is a step that may go wrong. */
const doors = 4
const vault = deadEnd({ doors })
const blindAlley = { pi: 0.6, delta: 0.8, p: 0.05 }
const fixed = arm('plan-execute, dead ends', { loop: planExecute, config: plain, family: vault, rates: blindAlley })
const replanned = arm('plan-execute, dead ends, 2 re-plans', {
  ...{ loop: planExecute, config: replanning, family: vault, rates: blindAlley },
})
const seen = { pi: 0.6 }
const replannedSure = arm('plan-execute, dead ends, 2 re-plans, delta = 1', {
  ...{ loop: planExecute, config: replanning, family: vault, rates: seen },
})
/** React tries another gate; a door that it errs at costs it the task, so that there is something left to win. */
const turns = 10
const stepByStep = arm('react, dead ends', {
  ...{ loop: react, config: { maxIterations: turns }, family: vault, rates: blindAlley },
})

/** Without re-plans 1 - pi is lost; four fifths of that have to come back. */
const recovered = seen.pi + 0.8 * (1 - seen.pi)

export const planExecuteSuite: Suite = {
  arms: [planned, inOneContext, plannedSteady, steadyContext, fixed, replanned, replannedSure, stepByStep],
  claims: [
    equals(planned, 'pi (1 - p)^k, k = 8', planExecuteSuccess({ ...growth, steps: 8 })),
    equals(inOneContext, 'react: errors grow with the context, k = 8', growingChainSuccess({ ...growth, steps: 8 })),
    alwaysNeeds(planned, 'calls: the plan, two for each step, the answer', {
      of: 'calls',
      expected: planExecuteCalls({ plans: 1, steps: 8, perStep: 2 }),
    }),
    equals(plannedSteady, 'lambda = 0: pi (1 - p)^k, k = 8, as before', planExecuteSuccess({ ...steady, steps: 8 })),
    equals(steadyContext, 'react, lambda = 0: (1 - p)^k, k = 8', growingChainSuccess({ ...steady, steps: 8 })),
    control(plannedSteady, steadyContext, 'does not beat react when errors do not grow'),
    beats(planned, inOneContext, 'beats react when errors grow with the context'),
    equals(fixed, 'dead ends without re-plan: pi (1 - p)^k', planExecuteSuccess({ ...blindAlley, steps: doors })),
    equals(
      replanned,
      'dead ends with 2 re-plans, delta = .8: pi_R (1 - p)^k',
      planExecuteSuccess({ ...blindAlley, pi: foresightAfterReplans({ ...blindAlley, replans: 2 }), steps: doors }),
    ),
    equals(
      replannedSure,
      'dead ends with 2 re-plans, delta = 1: pi_R',
      foresightAfterReplans({ pi: 0.6, delta: 1, replans: 2 }),
    ),
    atLeast(replannedSure, 'two re-plans bring back 80 % of what dead ends cost, delta = 1', recovered),
    beats(replanned, fixed, 'a re-plan beats none on dead ends'),
    equals(
      stepByStep,
      'react on dead ends, k doors in T turns: (1 - (1 - pi)^(T - k)) (1 - p)^k',
      gateSuccess({ ...blindAlley, doors, turns }),
    ),
    control(fixed, stepByStep, 'without re-plan it does not beat react on dead ends'),
  ],
}
