/** A vote of several chains of thought. */
import { cot } from '@gyre/core'
import { majoritySuccess, pluralitySuccess } from '../closed-forms/vote.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, beats, control } = claimsOf('self-consistency')

const family = chain({ steps: 1 })
/** A single step is right with this chance, and its wrong results are so many different ones. */
const vote = (a: number, wrongAnswers: number, samples: number) =>
  arm(`cot, ${samples} samples, a = ${a}, ${wrongAnswers} wrong answers`, {
    loop: cot,
    config: { samples },
    family,
    rates: { p: 1 - a, wrongAnswers },
  })

const good = vote(0.6, 1, 5)
const poor = vote(0.4, 1, 5)
const spread = vote(0.4, 20, 5)
const large = vote(0.4, 20, 21)
const [poorOnce, spreadOnce] = [vote(0.4, 1, 1), vote(0.4, 20, 1)]

export const selfConsistency: Suite = {
  arms: [good, poor, spread, large, poorOnce, spreadOnce],
  claims: [
    equals(good, 'majority of 5, a = .6, one wrong answer', majoritySuccess({ a: 0.6, samples: 5 })),
    equals(poor, 'majority of 5, a = .4, one wrong answer', majoritySuccess({ a: 0.4, samples: 5 })),
    equals(spread, 'vote of 5, a = .4, 20 wrong answers', pluralitySuccess({ a: 0.4, samples: 5, wrongAnswers: 20 })),
    equals(large, 'vote of 21, a = .4, 20 wrong answers', pluralitySuccess({ a: 0.4, samples: 21, wrongAnswers: 20 })),
    beats(spread, spreadOnce, 'beats one chain when wrong answers are spread'),
    control(poor, poorOnce, 'does not beat one chain against one wrong answer, a = .4'),
  ],
}
