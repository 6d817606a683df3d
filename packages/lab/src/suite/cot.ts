/** Reasoning that is written down. */
import { cot, direct } from '@gyre/core'
import { chainSuccess } from '../closed-forms/chain.ts'
import { memorySuccess } from '../closed-forms/hops.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { hops } from '../tasks/hops.ts'
import { arm, claimsOf } from './arms.ts'
import { cotChain, directChain, memory, reasoning } from './direct.ts'

const { equals, beatsAtEqualCalls, control } = claimsOf('cot')
const { p } = reasoning

const chains = (loop: typeof cot | typeof direct, steps: number) =>
  arm(`${loop.name}, chain of ${steps}`, { loop, family: chain({ steps }), rates: reasoning })
const [long, short, shortDirect] = [chains(cot, 12), chains(cot, 3), chains(direct, 3)]
/** A single step needs no reasoning. It is a hard one, so that whoever knew the answer would be seen. */
const hard = { p: 0.4, pDirect: 0.8 }
const singles = (loop: typeof cot | typeof direct) =>
  arm(`${loop.name}, one hard step`, { loop, family: chain({ steps: 1 }), rates: hard })
const [single, singleDirect] = [singles(cot), singles(direct)]
const remembered = arm('cot, 3 hops from memory', { loop: cot, family: hops({ hops: 3 }), rates: memory })

export const cotSuite: Suite = {
  arms: [cotChain, directChain, long, short, shortDirect, single, singleDirect, remembered],
  claims: [
    equals(cotChain, '(1 - p)^k, k = 6', chainSuccess({ p, steps: 6 })),
    equals(long, '(1 - p)^k, k = 12', chainSuccess({ p, steps: 12 })),
    equals(single, '(1 - p)^k, k = 1', chainSuccess({ p: hard.p, steps: 1 })),
    equals(remembered, 'g^h (1 - kappa) from memory, h = 3', memorySuccess({ ...memory, hops: 3 })),
    beatsAtEqualCalls(cotChain, directChain, 'beats direct at k = 6'),
    beatsAtEqualCalls(short, shortDirect, 'beats direct at k = 3'),
    control(single, singleDirect, 'does not beat direct at k = 1'),
  ],
}
