/** Steps that are judged one by one, and planned anew while they are turned down. */
import { planExecute, reason } from '@gyre/core'
import { chainSuccess } from '../closed-forms/chain.ts'
import { evaluatedSteps } from '../closed-forms/evaluated-steps.ts'
import type { Judge } from '../closed-forms/retry.ts'
import type { Suite } from '../run-lab.ts'
import { hops } from '../tasks/hops.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, needs, alwaysNeeds, beats, control } = claimsOf('reason')

/** What is not found looks found: nobody but a judge can see it. */
const steps = 3
const [p, family] = [0.2, hops({ hops: steps, search: 'distractor' })]
const config = { allowedTools: ['*'] }
const judgedArm = (name: string, judge: Judge) =>
  arm(`reason, 3 hops, ${name}`, { loop: reason, config, family, rates: { p, ...judge } })

const [judge, blind, credulous] = [
  { alpha: 0.9, beta: 0.1 },
  { alpha: 0.5, beta: 0.5 },
  { alpha: 1, beta: 1 },
]
const judged = judgedArm('alpha = .9, beta = .1', judge)
const blindly = judgedArm('blind judge', blind)
const accepted = judgedArm('a judge that accepts all', credulous)
const unjudged = arm('plan-execute, 3 hops, p = .2', {
  ...{ loop: planExecute, config: { showOutputs: true }, family, rates: { p } },
})
const judgedEnd = evaluatedSteps({ p, steps, ...judge })
const blindEnd = evaluatedSteps({ p, steps, ...blind })

export const reasonSuite: Suite = {
  arms: [judged, blindly, accepted, unjudged],
  claims: [
    equals(judged, '3 steps, p = .2, alpha = .9, beta = .1', judgedEnd.success),
    needs(judged, 'calls for it', { of: 'calls', expected: judgedEnd.calls }),
    equals(blindly, 'a blind judge, alpha = beta = .5', blindEnd.success),
    needs(blindly, 'calls for that', { of: 'calls', expected: blindEnd.calls }),
    equals(accepted, 'a judge that accepts all: (1 - p)^k', chainSuccess({ p, steps })),
    alwaysNeeds(accepted, 'calls: the plan, two for each step, the answer', { of: 'calls', expected: 2 + 2 * steps }),
    equals(unjudged, 'plan-execute: (1 - p)^k', chainSuccess({ p, steps })),
    beats(judged, unjudged, 'steps that are judged beat plan-execute where errors do not show'),
    control(blindly, unjudged, 'a blind judge does not beat plan-execute'),
    control(accepted, unjudged, 'nor does one that accepts all'),
  ],
}
