/** What goes beyond the paper in the tree of thoughts. */
import { treeOfThoughts } from '@gyre/core'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { slots } from '../tasks/slots.ts'
import { claimsOf, switchedArms } from './arms.ts'

const { beats, beatsAtEqualCalls, control, saves } = claimsOf('tree-of-thoughts')

const beam = { nBranches: 5, beamWidth: 1, maxDepth: 3, diverse: false, scoreAnswers: false }
/** All who err say the same: five thoughts are two. */
const same = {
  loop: treeOfThoughts,
  family: chain({ steps: 3 }),
  rates: { p: 0.6, alpha: 0.85, beta: 0.25, wrongAnswers: 1 },
}
const [merged, unmerged] = switchedArms('merge', { ...same, config: beam })
const [diverse, alike] = switchedArms('diverse', { ...same, config: { ...beam, merge: false, diverse: true } })
const [beside, inTurn] = switchedArms('parallel', { ...same, config: { ...beam, merge: false } })

const lines = { loop: treeOfThoughts, family: slots({ slots: 2 }), rates: { p: 0.6, alpha: 0.75, beta: 0.25 } }
const [scored, unscored] = switchedArms('scoreAnswers', {
  ...lines,
  config: { nBranches: 3, beamWidth: 3, maxDepth: 3, diverse: false, merge: false },
})

export const beyondTree: Suite = {
  arms: [merged, unmerged, diverse, alike, scored, unscored, beside, inTurn],
  claims: [
    beatsAtEqualCalls(merged, unmerged, 'merge: an error that comes often counts once'),
    saves(merged, unmerged, 'merge: what is there already is not judged again', { of: 'calls' }),
    // The simulated model draws each thought by itself: it cannot be told to take another way.
    control(diverse, alike, 'diverse: gains nothing with a model whose thoughts are drawn one by one'),
    beats(scored, unscored, 'scoreAnswers: an answer that was looked at beats the first one'),
    saves(beside, inTurn, 'parallel: five branches beside each other take a third of the time', {
      of: 'latencyMs',
      times: 3,
    }),
    control(beside, inTurn, 'parallel: the answers are no better for it'),
  ],
}
