/** What goes beyond the papers: each switch on, against the same with it off. */
import { critic, planExecute, react, reflexion, treeOfThoughts } from '@gyre/core'
import { chainSuccess } from '../closed-forms/chain.ts'
import { foresightAfterReplans, planExecuteSuccess } from '../closed-forms/plan.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { claimSheet } from '../tasks/claim-sheet.ts'
import { deadEnd } from '../tasks/dead-end.ts'
import { hops } from '../tasks/hops.ts'
import { slots } from '../tasks/slots.ts'
import { claimsOf, fullArm, joined } from './arms.ts'

/** Calls that failed stand in the context, and each adds to the chance that the next one fails. */
function backtrackSuite(): Suite {
  const { beats } = claimsOf('react')
  const family = hops({ hops: 4, search: 'error' })
  const shared = { loop: react, family, rates: { p: 0.4, lambda: 0.06, g: 0 } }
  const on = fullArm('react, backtrack', { ...shared, config: { maxIterations: 20 } })
  const off = fullArm('react, no backtrack', { ...shared, config: { maxIterations: 20, backtrack: false } })
  return { arms: [on, off], claims: [beats(on, off, 'backtrack: failures that leave the context do no more harm')] }
}

function planSuite(): Suite {
  const { equals, beats } = claimsOf('plan-execute')
  const steps = 6
  const rates = { p: 0.05, pDirect: 0.15 }
  const worked = { loop: planExecute, family: chain({ steps, hasTool: true }), rates }
  const shown = fullArm('plan-execute, showOutputs', worked)
  const hidden = fullArm('plan-execute, no showOutputs', { ...worked, config: { showOutputs: false } })
  const seen = { pi: 0.6, delta: 1 }
  const blocked = { loop: planExecute, family: deadEnd({ doors: 3 }), rates: seen }
  const replanned = fullArm('plan-execute, replan', blocked)
  const fixed = fullArm('plan-execute, no replan', { ...blocked, config: { replan: false } })
  return {
    arms: [shown, hidden, replanned, fixed],
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
    ],
  }
}

/**
 * A judge that turns down most of what is right, and says by its score which of it was worse. With one that accepts more, all
 * episodes are seldom turned down, and there is little to choose from: .706 to .670 of 500 with alpha = .4, beta = .05.
 */
function keepBestSuite(): Suite {
  const { beatsAtEqualCalls } = claimsOf('reflexion')
  const inner = { loop: 'cot', config: {} }
  const shared = { loop: reflexion, family: chain({ steps: 3 }), rates: { p: 0.3, alpha: 0.3, beta: 0.01 } }
  const on = fullArm('reflexion, keepBest', { ...shared, config: { inner, maxReflections: 5 } })
  const off = fullArm('reflexion, no keepBest', { ...shared, config: { inner, maxReflections: 5, keepBest: false } })
  return { arms: [on, off], claims: [beatsAtEqualCalls(on, off, 'keepBest: the best episode beats the last')] }
}

/** Whoever writes a text again slips at one line in ten that was to stay as it is. */
function spanEditsSuite(): Suite {
  const { beats } = claimsOf('critic')
  const rates = { p: 0.2, alpha: 0.95, beta: 0.15, fix: 0.9, spoil: 0.3, slip: 0.1 }
  const shared = { loop: critic, family: claimSheet({ claims: 5, hasTool: true }), rates }
  const on = fullArm('critic, spanEdits', shared)
  const off = fullArm('critic, no spanEdits', { ...shared, config: { spanEdits: false } })
  return { arms: [on, off], claims: [beats(on, off, 'spanEdits: what is not written again cannot go wrong')] }
}

function treeSuite(): Suite {
  const { beats, beatsAtEqualCalls } = claimsOf('tree-of-thoughts')
  const plain = { diverse: false, merge: false }
  // All who err say the same: five thoughts are two.
  const same = {
    loop: treeOfThoughts,
    family: chain({ steps: 3 }),
    rates: { p: 0.6, alpha: 0.85, beta: 0.25, wrongAnswers: 1 },
  }
  const beam = { diverse: false, nBranches: 5, beamWidth: 1, maxDepth: 3, scoreAnswers: false }
  const merged = fullArm('tree, merge', { ...same, config: beam })
  const unmerged = fullArm('tree, no merge', { ...same, config: { ...beam, merge: false } })
  const lines = { loop: treeOfThoughts, family: slots({ slots: 2 }), rates: { p: 0.6, alpha: 0.75, beta: 0.25 } }
  const looked = { ...plain, nBranches: 3, beamWidth: 3, maxDepth: 3 }
  const scored = fullArm('tree, scoreAnswers', { ...lines, config: looked })
  const unscored = fullArm('tree, no scoreAnswers', { ...lines, config: { ...looked, scoreAnswers: false } })
  return {
    arms: [merged, unmerged, scored, unscored],
    claims: [
      beatsAtEqualCalls(merged, unmerged, 'merge: an error that comes often counts once'),
      beats(scored, unscored, 'scoreAnswers: an answer that was looked at beats the first one'),
    ],
  }
}

export const beyondSuite: Suite = joined([
  backtrackSuite(),
  planSuite(),
  keepBestSuite(),
  spanEditsSuite(),
  treeSuite(),
])
