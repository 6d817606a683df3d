import { describe, expect, it } from 'vitest'
import type { Claim } from '../api/lab.ts'
import { amountOf, byLoop, claimPoints, claimsOf, expectedOf, loopsIn } from './claim-points.ts'

const claim = (more: Partial<Claim> = {}): Claim => ({
  ...{ loop: 'cot', claim: '(1 - p)^k', kind: 'equals', arm: 'cot', n: 300, measured: 0.75, expected: 0.7351 },
  ...{ interval: { low: 0.7, high: 0.8125 }, sigma: 0.01, calls: 1, verdict: 'holds', ...more },
})

describe('points of the lab', () => {
  it('are the shares a closed form tells, with how sure they are', () => {
    expect(claimPoints([claim()])).toEqual([
      {
        ...{ loop: 'cot', claim: '(1 - p)^k', expected: 0.7351, measured: 0.75, verdict: 'holds' },
        error: [expect.closeTo(0.05, 9), 0.0625],
      },
    ])
  })

  it('are no amounts, and no two arms', () => {
    expect(claimPoints([claim({ of: 'calls' }), claim({ kind: 'beats' }), claim({ kind: 'at-least' })])).toEqual([])
  })

  it('never have an interval that begins beyond them', () => {
    const [point] = claimPoints([claim({ measured: 1, interval: { low: 0.98, high: 0.9999 } })])
    expect(point?.error[1]).toBe(0)
  })
})

describe('claims', () => {
  it('that fail stand first, of one loop or of all', () => {
    const rows = [claim(), claim({ verdict: 'undecided' }), claim({ loop: 'react', verdict: 'fails' })]
    expect(claimsOf(rows, '').map(({ verdict }) => verdict)).toEqual(['fails', 'undecided', 'holds'])
    expect(claimsOf(rows, 'cot')).toHaveLength(2)
    expect(loopsIn(rows)).toEqual(['cot', 'react'])
  })

  it('are summed up by loop, with the farthest of what arithmetic tells', () => {
    const rows = [
      claim({ z: -1.5 }),
      claim({ z: 0.5, verdict: 'undecided' }),
      claim({ kind: 'beats', z: 22.9 }),
      claim({ loop: 'react', verdict: 'fails' }),
    ]
    expect(byLoop(rows)).toEqual([
      { loop: 'cot', claims: 3, holding: 2, failing: 0, farthest: 1.5 },
      { loop: 'react', claims: 1, holding: 0, failing: 1, farthest: null },
    ])
  })

  it.each([
    [{ kind: 'equals' }, '0.7351'],
    [{ kind: 'at-least' }, '≥ 0.7351'],
    [{ kind: 'beats' }, '> 0.7351'],
    [{ kind: 'control' }, 'not > 0.7351'],
    [{ kind: 'control', of: 'tokens', expected: 120 }, 'not < 120 tokens'],
    [{ kind: 'saves', of: 'latencyMs', expected: 90.456 }, '< 90.46 ms'],
    [{ kind: 'equals', of: 'calls', expected: 4.88 }, '4.88 calls'],
  ])('say what is expected: %j', (more, says) => {
    expect(expectedOf(claim(more))).toBe(says)
  })

  it('have amounts of any kind', () => {
    expect(amountOf(3, 'rounds')).toBe('3 rounds')
  })
})
