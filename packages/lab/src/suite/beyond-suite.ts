/** What goes beyond the papers: each switch on, against the same with it off. A claim about a switch begins with its name. */
import { critic, react, reflexion, selfAsk } from '@gyre/core'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { claimSheet } from '../tasks/claim-sheet.ts'
import { fanOut } from '../tasks/fan-out.ts'
import { hops } from '../tasks/hops.ts'
import { claimsOf, joined, switchedArms } from './arms.ts'
import { beyondPlan } from './beyond-plan.ts'
import { beyondPlanning } from './beyond-planning.ts'
import { beyondTree } from './beyond-tree.ts'
import { beyondWaves } from './beyond-waves.ts'

/** Calls that failed stand in the context, and each adds to the chance that the next one fails. */
function backtrackSuite(): Suite {
  const { beats } = claimsOf('react')
  const [on, off] = switchedArms('backtrack', {
    loop: react,
    config: { maxIterations: 20 },
    family: hops({ hops: 4, search: 'error' }),
    rates: { p: 0.4, lambda: 0.06, g: 0 },
  })
  return { arms: [on, off], claims: [beats(on, off, 'backtrack: failures that leave the context do no more harm')] }
}

/**
 * A judge that turns down most of what is right, and says by its score which of it was worse. With one that accepts more, all
 * episodes are seldom turned down, and there is little to choose from: .706 to .670 of 500 with alpha = .4, beta = .05.
 */
function keepBestSuite(): Suite {
  const { beatsAtEqualCalls } = claimsOf('reflexion')
  const [on, off] = switchedArms('keepBest', {
    loop: reflexion,
    config: { inner: { loop: 'cot', config: {} }, maxReflections: 5 },
    family: chain({ steps: 3 }),
    rates: { p: 0.3, alpha: 0.3, beta: 0.01 },
  })
  return { arms: [on, off], claims: [beatsAtEqualCalls(on, off, 'keepBest: the best episode beats the last')] }
}

function selfAskSuite(): Suite {
  const { alwaysNeeds, saves, control, savesNothing } = claimsOf('self-ask')
  const [beside, inTurn] = switchedArms('parallel', {
    ...{ loop: selfAsk, family: fanOut({ width: 3, depth: 1, hasTool: false }), rates: { g: 0.8 } },
  })
  // What is asked again here was not found before, so its earlier answer is of no use.
  const [reused, repeated] = switchedArms('reuse', {
    ...{ loop: selfAsk, family: hops({ hops: 3, search: 'nothing' }), rates: { p: 0.3 } },
  })
  return {
    arms: [beside, inTurn, reused, repeated],
    claims: [
      alwaysNeeds(beside, 'three follow-ups of one reply, their answers, and the end', {
        of: 'calls',
        expected: 1 + 3 + 1,
      }),
      alwaysNeeds(inTurn, 'without parallel each needs a reply of its own', { of: 'calls', expected: 3 * 2 + 1 }),
      saves(beside, inTurn, 'parallel: follow-ups of one reply save calls', { of: 'calls' }),
      saves(beside, inTurn, 'parallel: and half the time', { of: 'latencyMs', times: 2 }),
      control(reused, repeated, 'reuse: gains nothing with a model that repeats no follow-up that has an answer'),
      savesNothing(reused, repeated, 'reuse: nor saves it anything there', 'calls'),
    ],
  }
}

/** Whoever writes a text again slips at one line in ten that was to stay as it is. */
function spanEditsSuite(): Suite {
  const { beats } = claimsOf('critic')
  const [on, off] = switchedArms('spanEdits', {
    loop: critic,
    family: claimSheet({ claims: 5, hasTool: true }),
    rates: { p: 0.2, alpha: 0.95, beta: 0.15, fix: 0.9, spoil: 0.3, slip: 0.1 },
  })
  return { arms: [on, off], claims: [beats(on, off, 'spanEdits: what is not written again cannot go wrong')] }
}

/** The claims about what goes beyond the papers. */
export const beyondSuite: Suite = joined([
  backtrackSuite(),
  beyondPlan,
  keepBestSuite(),
  selfAskSuite(),
  spanEditsSuite(),
  beyondTree,
  beyondWaves,
  beyondPlanning,
])
