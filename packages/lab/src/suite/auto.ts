/** The cheapest loop first, a dearer one while the answer is doubted. */
import { auto } from '@gyre/core'
import { autoCalls } from '../closed-forms/calls.ts'
import { chainSuccess } from '../closed-forms/chain.ts'
import { escalationSuccess } from '../closed-forms/escalation.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { arm, claimsOf } from './arms.ts'
import { cotChain, directChain, reasoning } from './direct.ts'

const { equals, needs, beats, control } = claimsOf('auto')

const family = chain({ steps: 6 })
const config = { route: 'rules', candidates: [{ loop: 'direct' }, { loop: 'cot' }] }
/** How often direct is right, and then a chain of thought. */
const rates = [chainSuccess({ p: reasoning.pDirect, steps: 6 }), chainSuccess({ p: reasoning.p, steps: 6 })]
const judge = { alpha: 0.9, beta: 0.2 }
const blind = { alpha: 0.5, beta: 0.5 }

const escalating = arm('auto, chain of 6', { loop: auto, config, family, rates: { ...reasoning, ...judge } })
const unsure = arm('auto, chain of 6, blind judge', { loop: auto, config, family, rates: { ...reasoning, ...blind } })
const easy = arm('auto, nothing goes wrong', { loop: auto, config, family, rates: {} })

export const autoSuite: Suite = {
  arms: [escalating, unsure, easy, directChain, cotChain],
  claims: [
    equals(escalating, 'escalates from direct to cot, alpha = .9, beta = .2', escalationSuccess({ rates, ...judge })),
    equals(unsure, 'escalates by a blind judge', escalationSuccess({ rates, ...blind })),
    equals(easy, 'keeps to the first loop where that is always right', 1),
    needs(easy, 'costs the first loop and one judge there', { of: 'calls', expected: 2 }),
    needs(escalating, 'calls: every answer is judged, the last one, too', {
      of: 'calls',
      expected: autoCalls({ rates, ...judge, callsOf: [1, 1], routing: 0 }),
    }),
    beats(escalating, directChain, 'beats the loop it begins with'),
    control(unsure, cotChain, 'does not beat the loop it ends with when its judge is blind'),
  ],
}
