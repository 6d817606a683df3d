/** Beams of thoughts, judged one by one. */
import { cot, treeOfThoughts } from '@gyre/core'
import { bestOf } from '../baselines/best-of.ts'
import { lineSuccess, treeSuccess } from '../closed-forms/tree.ts'
import type { Suite } from '../run-lab.ts'
import { gameOf24 } from '../tasks/game-of-24/game-of-24.ts'
import { slots } from '../tasks/slots.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, beats, beatsAtEqualCalls, control } = claimsOf('tree-of-thoughts')

const judge = { alpha: 0.85, beta: 0.25 }
const blindJudge = { alpha: 0.5, beta: 0.5 }
const tree = { phi: 0.3, branches: 5, depth: 3, ...judge }
/** A thought is good with chance phi, so a slot is filled wrong with the rest. */
const p = 1 - tree.phi
const three = slots({ slots: 3 })
const beamOfOne = { nBranches: 5, beamWidth: 1, maxDepth: 3 }
/** One level more, on which kept lines are written down and looked at: an answer has to be judged for that. */
const checkedBeam = { nBranches: 5, beamWidth: 5, maxDepth: 4, scoreAnswers: true }

const line = arm('cot, 3 slots', { loop: cot, family: three, rates: { p } })
const narrow = arm('tree, 3 slots, b = 1', {
  loop: treeOfThoughts,
  config: beamOfOne,
  family: three,
  rates: { p, ...judge },
})
const wide = arm('tree, 3 slots, b = 5', {
  loop: treeOfThoughts,
  config: checkedBeam,
  family: three,
  rates: { p, ...judge },
})
const blind = arm('tree, 3 slots, b = 1, blind judge', {
  loop: treeOfThoughts,
  config: beamOfOne,
  family: three,
  rates: { p, ...blindJudge },
})
/**
 * Sixteen answers and as many judgements: one call more than the tree makes. The same judge picks, and looks no closer. It is
 * a sharper judge than above, with whom the lead shows in fewer tasks; with the other one it was .165 to .105 of 200.
 */
const sharp = { alpha: 0.95, beta: 0.1 }
const judged = arm('tree, 3 slots, b = 1, sharp judge', {
  ...{ loop: treeOfThoughts, config: beamOfOne, family: three, rates: { p, ...sharp } },
})
const picked = arm('best of 16, 3 slots, sharp judge', {
  ...{ loop: bestOf, config: { samples: 16 }, family: three, rates: { p, ...sharp, check: 0 } },
})

/**
 * A move that can still win is 1.5 times as likely as another; a judge is right three times out of four, and votes thrice.
 * The weight was chosen of five: with 4 one line wins .067 and b = 5 .79 of 200 games, which is 12 times as often and not 15.
 * The fewer games one line wins, the larger is what a tree can add.
 */
const game = gameOf24()
const player = { w: 1.5, alpha: 0.75, beta: 0.25 }
const guesser = { w: 1.5, alpha: 0.5, beta: 0.5, check: 0 }
const beam = (beamWidth: number) => ({ nBranches: 5, beamWidth, maxDepth: 3, votes: 3 })
const played = arm('cot, game of 24', { loop: cot, family: game, rates: player })
const narrowGame = arm('tree, game of 24, b = 1', {
  loop: treeOfThoughts,
  config: beam(1),
  family: game,
  rates: player,
})
const wideGame = arm('tree, game of 24, b = 5', { loop: treeOfThoughts, config: beam(5), family: game, rates: player })
const blindGame = arm('tree, game of 24, b = 1, blind judge', {
  loop: treeOfThoughts,
  config: beam(1),
  family: game,
  rates: guesser,
})

export const treeSuite: Suite = {
  arms: [line, narrow, wide, blind, judged, picked, played, narrowGame, wideGame, blindGame],
  claims: [
    equals(line, 'one line: phi^D', lineSuccess(tree)),
    equals(narrow, 'b = 1, alpha = .85, beta = .25', treeSuccess({ ...tree, beam: 1, hasFinalCheck: false })),
    equals(judged, 'b = 1, alpha = .95, beta = .1', treeSuccess({ ...tree, ...sharp, beam: 1, hasFinalCheck: false })),
    equals(wide, 'b = 5, with a look at the end', treeSuccess({ ...tree, beam: 5, hasFinalCheck: true })),
    equals(blind, 'b = 1 with a blind judge: phi^D', lineSuccess(tree)),
    beats(wide, narrow, 'b = 5 beats b = 1'),
    beats(narrow, line, 'b = 1 beats one line'),
    beatsAtEqualCalls(judged, picked, 'b = 1 beats the best of 16 at equal calls'),
    beats(wideGame, narrowGame, 'game of 24: b = 5 beats b = 1'),
    beats(wideGame, played, 'game of 24: b = 5 wins 15 times as often as one line', 15),
    control(blind, line, 'a blind judge does not beat one line'),
    control(blindGame, played, 'game of 24: a blind judge does not beat one line'),
  ],
}
