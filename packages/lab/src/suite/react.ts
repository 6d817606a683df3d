/** Looking things up, turn by turn. */
import { cot, react } from '@gyre/core'
import { chainSuccess } from '../closed-forms/chain.ts'
import { hopsCalls, hopsWithinTurns } from '../closed-forms/hops.ts'
import { readableTurnsSuccess } from '../closed-forms/readable-turns.ts'
import type { Suite } from '../run-lab.ts'
import { chain } from '../tasks/chain.ts'
import { hops } from '../tasks/hops.ts'
import { arm, claimsOf } from './arms.ts'
import { cotChain, reasoning } from './direct.ts'

const { equals, needs, beats, control } = claimsOf('react')

/** Nothing is known by heart: what is not found is not answered. */
const family = hops({ hops: 3, search: 'nothing' })
const lookup = { p: 0.235, g: 0 }
const turns = (maxIterations: number) =>
  arm(`react, 3 hops in ${maxIterations} turns`, { loop: react, config: { maxIterations }, family, rates: lookup })
const [six, three] = [turns(6), turns(3)]
const malformed = arm('react, 3 hops in 6 turns, r = .15', {
  loop: react,
  config: { maxIterations: 6, protocol: 'text' },
  family,
  rates: { p: 0.1, r: 0.15, g: 0 },
})
/** Facts are found more often than they are known. */
const known = { p: 0.1, g: 0.6 }
const searching = arm('react, 3 hops, g = .6', { loop: react, family, rates: known })
const remembering = arm('cot, 3 hops from memory, g = .6', { loop: cot, family: hops({ hops: 3 }), rates: known })
const withoutTools = arm('react without tools, chain of 6', {
  loop: react,
  family: chain({ steps: 6 }),
  rates: reasoning,
})

export const reactSuite: Suite = {
  arms: [six, three, malformed, searching, remembering, withoutTools, cotChain],
  claims: [
    equals(six, '3 hops within 6 turns, s = .765', hopsWithinTurns({ s: 0.765, hops: 3, turns: 6 })),
    needs(six, 'calls for it', { of: 'calls', expected: hopsCalls({ s: 0.765, hops: 3, turns: 6 }) }),
    equals(
      three,
      '3 hops within 3 turns, s = .765: what is missed costs a turn',
      hopsWithinTurns({ s: 0.765, hops: 3, turns: 3 }),
    ),
    equals(
      malformed,
      '3 hops within 6 turns, p = .1, r = .15, one repair',
      readableTurnsSuccess({ p: 0.1, r: 0.15, hops: 3, turns: 6 }),
    ),
    beats(searching, remembering, 'beats a chain of thought from memory when g < s'),
    equals(
      withoutTools,
      'without tools it answers at once, as direct does: (1 - pDirect)^k, k = 6',
      chainSuccess({ p: reasoning.pDirect, steps: 6 }),
    ),
    control(withoutTools, cotChain, 'does not beat a chain of thought on a chain without tools'),
  ],
}
