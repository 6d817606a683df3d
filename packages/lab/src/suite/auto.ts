/** The cheapest loop first, a dearer one while the answer is doubted. */
import { auto, cot } from '@gyre/core'
import { autoCalls } from '../closed-forms/calls.ts'
import { chainSuccess } from '../closed-forms/chain.ts'
import { escalationSuccess } from '../closed-forms/escalation.ts'
import type { Judge } from '../closed-forms/retry.ts'
import { pluralitySuccess } from '../closed-forms/vote.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { hops } from '../tasks/hops.ts'
import { mixed } from '../tasks/mixed.ts'
import { arm, claimsOf } from './arms.ts'
import { cotChain, directChain, reasoning } from './direct.ts'

const { equals, needs, alwaysNeeds, beats, beatsAtEqualCalls, control } = claimsOf('auto')

const family = chain({ steps: 6 })
const config = { route: 'rules', candidates: [{ loop: 'direct' }, { loop: 'cot' }] }
/** How often direct is right, and then a chain of thought. */
const rates = [chainSuccess({ p: reasoning.pDirect, steps: 6 }), chainSuccess({ p: reasoning.p, steps: 6 })]
const judge = { alpha: 0.9, beta: 0.2 }
const blind = { alpha: 0.5, beta: 0.5 }

const escalating = arm('auto, chain of 6', { loop: auto, config, family, rates: { ...reasoning, ...judge } })
const unsure = arm('auto, chain of 6, blind judge', { loop: auto, config, family, rates: { ...reasoning, ...blind } })
const easy = arm('auto, nothing goes wrong', { loop: auto, config, family, rates: {} })

/**
 * Where escalation pays: half of the tasks are easy, the loop for the others is dear, and the judge is sharp. A fact is always
 * known; a sum is right two times of five, and takes a vote of 21 to be sure of. To give every task as many calls as auto
 * needs on average is to vote with 9. Reckoned from the closed forms before it was run: .968 to .929; with the judge above it
 * would be .914, and a vote for all is better.
 */
const dear = { samples: 21 }
const sum = { a: 0.4, wrongAnswers: 20 }
const twoKinds = mixed(hops({ hops: 1 }), chain({ steps: 1 }), 0.5)
const kinds = { p: 1 - sum.a, wrongAnswers: sum.wrongAnswers }
const sharp = { alpha: 0.95, beta: 0.05 }
const sparing = { route: 'rules', candidates: [{ loop: 'direct' }, { loop: 'cot', config: dear }] }
const sparingArm = (name: string, judging: Judge) =>
  arm(`auto, half easy, ${name} judge`, {
    ...{ loop: auto, config: sparing, family: twoKinds, rates: { ...kinds, ...judging } },
  })
const [spared, misjudged] = [sparingArm('sharp', sharp), sparingArm('usual', judge)]
const evenly = arm('cot, half easy, 9 samples', { loop: cot, config: { samples: 9 }, family: twoKinds, rates: kinds })

/** The chances of an easy task and of a hard one, for each loop in turn. */
const byKind = [
  [1, 1],
  [sum.a, pluralitySuccess({ ...sum, ...dear })],
]
const overKinds = (of: (rates: readonly number[]) => number) =>
  byKind.reduce((total, each) => total + of(each) / byKind.length, 0)
const sparingSuccess = (judging: Judge) => overKinds((each) => escalationSuccess({ rates: each, ...judging }))
const sparingCalls = (judging: Judge) =>
  overKinds((each) => autoCalls({ rates: each, ...judging, callsOf: [1, dear.samples], routing: 0 }))

export const autoSuite: Suite = {
  arms: [escalating, unsure, easy, directChain, cotChain, spared, misjudged, evenly],
  claims: [
    equals(escalating, 'escalates from direct to cot, alpha = .9, beta = .2', escalationSuccess({ rates, ...judge })),
    equals(unsure, 'escalates by a blind judge', escalationSuccess({ rates, ...blind })),
    equals(easy, 'keeps to the first loop where that is always right', 1),
    alwaysNeeds(easy, 'costs the first loop and one judge there', { of: 'calls', expected: 2 }),
    needs(escalating, 'calls: every answer is judged, the last one, too', {
      of: 'calls',
      expected: autoCalls({ rates, ...judge, callsOf: [1, 1], routing: 0 }),
    }),
    beats(escalating, directChain, 'beats the loop it begins with, at three times the calls'),
    control(
      escalating,
      cotChain,
      'does not beat the loop it ends with, which needs one call: calls are not saved here',
    ),
    control(unsure, cotChain, 'does not beat the loop it ends with when its judge is blind'),
    equals(spared, 'half of the tasks easy, cot votes with 21, alpha = .95, beta = .05', sparingSuccess(sharp)),
    needs(spared, 'calls for it', { of: 'calls', expected: sparingCalls(sharp) }),
    equals(
      evenly,
      'cot: the same half easy, a vote of 9 on every task',
      overKinds(([first]) => (first === 1 ? 1 : pluralitySuccess({ ...sum, samples: 9 }))),
    ),
    equals(misjudged, 'half of the tasks easy, alpha = .9, beta = .2', sparingSuccess(judge)),
    beatsAtEqualCalls(spared, evenly, 'half easy, sharp judge: beats a vote of 9 on every task at equal calls'),
    control(misjudged, evenly, 'half easy, alpha = .9, beta = .2: does not beat a vote of 9 on every task'),
  ],
}
