import { armLabel } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readArm } from './arm-argument.ts'

describe('an arm of a rollout', () => {
  it('is a version, a loop or both, with settings perhaps, and its weight', () => {
    expect(readArm('v3=90')).toEqual({ version: 3, weight: 90 })
    expect(readArm('cot=0.5')).toEqual({ loop: 'cot', weight: 0.5 })
    expect(readArm('current=1')).toEqual({ weight: 1 })
    expect(readArm('v3 cot samples=5 = 10')).toEqual({ version: 3, loop: 'cot', config: { samples: 5 }, weight: 10 })
    expect(readArm('current protocol=text=1')).toEqual({ config: { protocol: 'text' }, weight: 1 })
  })

  it.each(['', 'v3', '=3', 'v3=', 'v3=-1', 'v3=many', 'v3 cot react=1', 'v3 samples=5 cot=1'])(
    'is not `%s`',
    (given) => {
      expect(() => readArm(given)).toThrow(`\`--arm ${given}\`: expected a version or a loop and its weight`)
    },
  )

  it('reads every label back', () => {
    const arm = fc.record(
      {
        version: fc.integer({ min: 1, max: 999 }),
        loop: fc.stringMatching(/^[a-u][a-z-]{0,8}$/).filter((name) => name !== 'current'),
        config: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.integer(), {
          minKeys: 1,
          maxKeys: 3,
          noNullPrototype: true,
        }),
        weight: fc.integer({ min: 0, max: 100 }),
      },
      { requiredKeys: ['weight'] },
    )
    fc.assert(
      fc.property(arm, (given) => {
        expect(readArm(`${armLabel(given)}=${given.weight}`)).toEqual(given)
      }),
    )
  })
})
