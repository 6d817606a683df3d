/** What goes beyond the originals in experts and reason. */
import { experts, reason } from '@gyre/core'
import { chainSuccess } from '../closed-forms/chain.ts'
import type { Suite } from '../run-lab.ts'
import { fanOut } from '../tasks/fan-out.ts'
import { hops } from '../tasks/hops.ts'
import { repeated } from '../tasks/repeated.ts'
import { claimsOf, joined, switchedArms } from './arms.ts'

const timing = { modelMs: 500, guessMs: 500, toolMs: 200 }
const three = fanOut({ width: 3, depth: 1 })
/** A plan, three steps of two calls and a tool, an answer: side by side, and one after the other. */
const stepMs = 2 * timing.modelMs + timing.toolMs
const [besideMs, inTurnMs] = [1, 3].map((inARow) => 2 * timing.modelMs + inARow * stepMs) as [number, number]

function expertsSwitches(): Suite {
  const { alwaysNeeds, saves } = claimsOf('experts')
  const config = { critic: false, planCache: false }
  const [beside, inTurn] = switchedArms('parallel', { loop: experts, config, family: three, rates: {}, timing })
  const [kept, made] = switchedArms('planCache', {
    ...{ loop: experts, config: { critic: false }, rates: {} },
    family: repeated(hops({ hops: 1, search: 'nothing' }), 20),
  })
  return {
    arms: [beside, inTurn, kept, made],
    claims: [
      alwaysNeeds(beside, 'three experts beside each other', { of: 'latencyMs', expected: besideMs }),
      alwaysNeeds(inTurn, 'without parallel, one after the other', { of: 'latencyMs', expected: inTurnMs }),
      saves(beside, inTurn, 'parallel: experts beside each other take half the time', { of: 'latencyMs', times: 2 }),
      saves(kept, made, 'planCache: a task that comes again is not planned again', { of: 'calls' }),
    ],
  }
}

/** Whoever copies the memory slips at one line in ten; each line is copied whenever a later step is judged. */
function reasonSwitches(): Suite {
  const { equals, alwaysNeeds, beats, saves } = claimsOf('reason')
  const any = { allowedTools: ['*'] }
  const [beside, inTurn] = switchedArms('parallel', { loop: reason, config: any, family: three, rates: {}, timing })
  const slip = 0.1
  const steps = 4
  const copying = { loop: reason, family: fanOut({ width: steps, depth: 1 }), rates: { slip } }
  const [noted, copied] = switchedArms('facts', { ...copying, config: { ...any, parallel: false, showOutputs: false } })
  const [shown, hidden] = switchedArms('showOutputs', { ...copying, config: { ...any, parallel: false, facts: false } })
  const allCopies = chainSuccess({ p: slip, steps: (steps * (steps - 1)) / 2 })
  return {
    arms: [beside, inTurn, noted, copied, shown, hidden],
    claims: [
      alwaysNeeds(beside, 'three steps beside each other', { of: 'latencyMs', expected: besideMs }),
      alwaysNeeds(inTurn, 'without parallel, one after the other', { of: 'latencyMs', expected: inTurnMs }),
      saves(beside, inTurn, 'parallel: steps beside each other take half the time', { of: 'latencyMs', times: 2 }),
      equals(noted, 'facts: kept by code, not copied', 1),
      equals(copied, 'without them: a memory that is copied, (1 - slip)^(k(k - 1)/2)', allCopies),
      beats(noted, copied, 'facts: what is kept beats what is copied'),
      equals(shown, 'showOutputs: the answer rests on the outputs', 1),
      equals(hidden, 'without it, on a memory that is copied', allCopies),
      beats(shown, hidden, 'showOutputs: an answer from outputs beats one from memory'),
    ],
  }
}

export const beyondPlanning: Suite = joined([expertsSwitches(), reasonSwitches()])
