/** The other two searches of the tree: depth first, and as in LATS. Both end at an answer that was judged. */
import { treeOfThoughts } from '@gyre/core'
import { bestOf } from '../baselines/best-of.ts'
import { passAt } from '../closed-forms/best-of.ts'
import { treeCalls } from '../closed-forms/calls.ts'
import type { Suite } from '../run-lab.ts'
import { slots } from '../tasks/slots.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, beats, beatsAtEqualCalls, control, alwaysNeeds } = claimsOf('tree-of-thoughts')

const rates = { p: 0.5, alpha: 0.9, beta: 0.2 }
const six = slots({ slots: 6 })
const depthFirst = { search: 'dfs', scoreAnswers: true, nBranches: 3, maxDepth: 7, maxExpansions: 14 }
const full = arm('dfs, 6 slots', { loop: treeOfThoughts, config: depthFirst, family: six, rates })
const unpruned = arm('dfs without pruning, 6 slots', {
  loop: treeOfThoughts,
  config: { ...depthFirst, pruneBelow: 0 },
  family: six,
  rates,
})
/** A beam of one goes on with the best and never goes back. */
const greedy = { scoreAnswers: true, nBranches: 3, maxDepth: 7, beamWidth: 1 }
const straight = arm('without going back, 6 slots', { loop: treeOfThoughts, config: greedy, family: six, rates })
const sure = { ...rates, p: 0, alpha: 1, beta: 0 }
const firstGuess = arm('dfs, 6 slots, p = 0', {
  loop: treeOfThoughts,
  config: depthFirst,
  family: six,
  rates: sure,
})

/**
 * The weight of exploration is the loop's own, which is the paper's. Task, judge and expansions were chosen so that a lead
 * can be seen: on easier trees both find nearly everything.
 */
const monteCarlo = {
  search: 'mcts',
  scoreAnswers: true,
  nBranches: 5,
  maxDepth: 6,
  maxExpansions: 14,
}
const five = slots({ slots: 5 })
const values = { p: 0.7, alpha: 0.9, beta: 0.1 }
const blind = { ...values, alpha: 0.5, beta: 0.5 }
const lats = arm('mcts, 5 slots', { loop: treeOfThoughts, config: monteCarlo, family: five, rates: values })
const blindLats = arm('mcts, 5 slots, blind value', {
  loop: treeOfThoughts,
  config: monteCarlo,
  family: five,
  rates: blind,
})
/** As many answers, each looked at, as the search makes thoughts at most. */
const samples = 70
const pass = arm('best of 70, 5 slots', { loop: bestOf, config: { samples }, family: five, rates: values })
/** One slot: five thoughts, each gone on from once. Whatever their values are, the right one is found when it is there. */
const single = { ...monteCarlo, maxDepth: 2, maxExpansions: 6 }
const leaves = arm('mcts, 1 slot', {
  loop: treeOfThoughts,
  config: single,
  family: slots({ slots: 1 }),
  rates: values,
})

export const treeSearchSuite: Suite = {
  arms: [full, unpruned, straight, firstGuess, lats, blindLats, pass, leaves],
  claims: [
    beatsAtEqualCalls(full, unpruned, 'dfs beats dfs without pruning'),
    beats(full, straight, 'dfs beats a search that never goes back'),
    alwaysNeeds(firstGuess, 'dfs goes back to nothing when the first guess is right', {
      of: 'calls',
      expected: treeCalls({ branches: 3, beam: 1, depth: 7 }),
    }),
    equals(leaves, 'mcts with five leaves: 1 - (1 - a)^5', passAt({ a: 0.3, n: 5 })),
    equals(pass, 'best of 70 with a look at each: 1 - (1 - a)^70', passAt({ a: 0.3 ** 5, n: samples })),
    beatsAtEqualCalls(lats, pass, 'mcts beats pass@70 at equal calls when J > 0'),
    control(blindLats, pass, 'mcts does not beat pass@70 when its values are blind'),
  ],
}
