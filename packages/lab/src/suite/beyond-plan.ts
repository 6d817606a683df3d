/** What goes beyond the original in plan-execute. */
import { planExecute } from '@gyre/core'
import { chainSuccess } from '../closed-forms/chain.ts'
import { foresightAfterReplans, planExecuteSuccess } from '../closed-forms/plan.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { deadEnd } from '../tasks/dead-end.ts'
import { fanOut } from '../tasks/fan-out.ts'
import { claimsOf, switchedArms } from './arms.ts'

const { equals, beats, saves, savesNothing, alwaysNeeds } = claimsOf('plan-execute')

const steps = 6
const rates = { p: 0.05, pDirect: 0.15 }
const worked = { loop: planExecute, family: chain({ steps, hasTool: true }), rates }
const [shown, hidden] = switchedArms('showOutputs', worked)

const seen = { pi: 0.6, delta: 1 }
const [replanned, fixed] = switchedArms('replan', { loop: planExecute, family: deadEnd({ doors: 3 }), rates: seen })

const four = { loop: planExecute, family: fanOut({ width: 4, depth: 1 }), rates: {} }
const [beside, inTurn] = switchedArms('parallel', four)
const [chained, chainedInTurn] = switchedArms('parallel', { ...worked, rates: {} }, 'on a chain')

/** The plan, two calls for a step that looks something up, and the answer, by the usual latencies of the lab. */
const [planMs, stepMs, answerMs] = [1500, 2 * 1000, 1000]

export const beyondPlan: Suite = {
  arms: [shown, hidden, replanned, fixed, beside, inTurn, chained, chainedInTurn],
  claims: [
    equals(
      shown,
      'showOutputs: the answer rests on the steps, (1 - p)^k',
      planExecuteSuccess({ pi: 1, p: rates.p, steps }),
    ),
    equals(
      hidden,
      'without it the answer is one from the head, (1 - pDirect)^k',
      chainSuccess({ p: rates.pDirect, steps }),
    ),
    beats(shown, hidden, 'showOutputs: an answer from results beats one without'),
    equals(replanned, 'replan: pi_R', foresightAfterReplans({ ...seen, replans: 2 })),
    equals(fixed, 'without it: pi', seen.pi),
    beats(replanned, fixed, 'replan: another plan beats one that leads nowhere'),
    alwaysNeeds(beside, 'four lookups beside each other take the time of one', {
      of: 'latencyMs',
      expected: planMs + stepMs + answerMs,
    }),
    alwaysNeeds(inTurn, 'without parallel they take that of four', {
      of: 'latencyMs',
      expected: planMs + 4 * stepMs + answerMs,
    }),
    saves(beside, inTurn, 'parallel: four lookups beside each other take half the time', {
      of: 'latencyMs',
      times: 2,
    }),
    savesNothing(chained, chainedInTurn, 'parallel: saves nothing where each step needs the one before', 'latencyMs'),
  ],
}
