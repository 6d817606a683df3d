/** One call without reasoning: the floor. */
import { cot, direct } from '@gyre/core'
import { chainSuccess } from '../closed-forms/chain.ts'
import { memorySuccess } from '../closed-forms/hops.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { hops } from '../tasks/hops.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, control } = claimsOf('direct')

/** Steps go wrong three times as often in the head. */
export const reasoning = { p: 0.05, pDirect: 0.15 }
export const memory = { g: 0.9, kappa: 0.4 }

export const directChain = arm('direct, chain of 6', { loop: direct, family: chain({ steps: 6 }), rates: reasoning })
export const cotChain = arm('cot, chain of 6', { loop: cot, family: chain({ steps: 6 }), rates: reasoning })
const remembered = arm('direct, 3 hops from memory', { loop: direct, family: hops({ hops: 3 }), rates: memory })

export const directSuite: Suite = {
  arms: [directChain, cotChain, remembered],
  claims: [
    equals(directChain, '(1 - pDirect)^k, k = 6', chainSuccess({ p: reasoning.pDirect, steps: 6 })),
    equals(remembered, 'g^h (1 - kappa) from memory, h = 3', memorySuccess({ ...memory, hops: 3 })),
    control(directChain, cotChain, 'does not beat a chain of thought at k = 6'),
  ],
}
