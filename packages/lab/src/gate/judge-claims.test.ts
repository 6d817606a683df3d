import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chance } from '../../../../test/support/chance.ts'
import type { Claim, Measurement } from '../claim.ts'
import { judgeClaims } from './judge-claims.ts'
import { equalCallsLimit } from './limits.ts'

/** Calls differ by one from task to task. */
const measurement = (successes: number, calls = 1, n = 2000): Measurement => ({
  ...{ n, successes, calls, tokens: 0, latencyMs: 0 },
  variances: { calls: 1, tokens: 0, latencyMs: 0 },
})

const about = { loop: 'cot', claim: 'a chain of six' }

/** The one row of a claim about `one`, and perhaps `two`. */
function judged(claim: Claim, one: Measurement, two?: Measurement) {
  const measurements = new Map([['one', one], ...(two ? [['two', two] as const] : [])])
  const { rows, total } = judgeClaims([claim], measurements)
  return { row: rows[0]!, total }
}

describe('a closed form', () => {
  // σ of a half over 2000 is 0.01118: 4σ are 89.4 tasks.
  it.each([
    [1000, true, undefined],
    [1089, true, undefined],
    [1090, false, 'more than 4σ above'],
    [911, true, undefined],
    [910, false, 'more than 4σ below'],
  ])('of a half with %d of 2000: %s', (successes, pass, fault) => {
    const { row } = judged({ ...about, kind: 'equals', arm: 'one', expected: 0.5 }, measurement(successes))
    expect([row.verdict === 'holds', row.why]).toEqual([pass, fault])
  })

  it('has a row that says all', () => {
    const { row } = judged({ ...about, kind: 'equals', arm: 'one', expected: 0.5 }, measurement(1020, 1.5))
    expect(row).toEqual({
      ...about,
      kind: 'equals',
      arm: 'one',
      n: 2000,
      measured: 0.51,
      interval: { low: expect.closeTo(0.4881, 4), high: expect.closeTo(0.5319, 4) },
      expected: 0.5,
      sigma: Math.sqrt(0.25 / 2000),
      z: expect.closeTo(0.8944, 4),
      calls: 1.5,
      verdict: 'holds',
    })
  })

  it('of a rare event is not failed by a few of them', () => {
    const expected = 1 / 2000
    const { row } = judged({ ...about, kind: 'equals', arm: 'one', expected }, measurement(6))
    expect((row.measured - expected) / row.sigma).toBeGreaterThan(4)
    expect(row.verdict).toBe('holds')
  })

  it.each([
    ['at-least', 1200, true],
    ['at-least', 911, true],
    ['at-least', 910, false],
    ['at-most', 800, true],
    ['at-most', 1089, true],
    ['at-most', 1090, false],
  ] as const)('that is a bound, %s a half, with %d: %s', (kind, successes, pass) => {
    expect(judged({ ...about, kind, arm: 'one', expected: 0.5 }, measurement(successes)).row.verdict).toBe(
      pass ? 'holds' : 'fails',
    )
  })

  it.each([
    [2000, true],
    [1999, false],
  ])('of one is met by %d of 2000: %s, and leaves nothing to chance', (successes, pass) => {
    const { row, total } = judged({ ...about, kind: 'equals', arm: 'one', expected: 1 }, measurement(successes))
    expect([row.verdict, row.z, total.pass, total.cells]).toEqual([pass ? 'holds' : 'fails', undefined, pass, 0])
    expect(total.chiSquared).toBe(0)
  })

  it.each([-0.1, 1.1, Number.NaN])('of %d is refused', (expected) => {
    const claim: Claim = { ...about, kind: 'equals', arm: 'one', expected }
    expect(() => judged(claim, measurement(1))).toThrow(`expects ${expected}: a share lies between 0 and 1.`)
  })
})

describe('an ordering', () => {
  const beats: Claim = { ...about, kind: 'beats', arm: 'one', over: 'two', atEqualCalls: true }

  // Around a half the difference of two shares has σ = 0.0158: 3.09σ are 97.7 tasks.
  it.each([
    [1050, 950, 'holds'],
    [1048, 952, 'leads by 3.0σ, not by 3.09σ'],
    [950, 1050, 'leads by -3.2σ, not by 3.09σ'],
    [1000, 1000, 'leads by 0.0σ, not by 3.09σ'],
  ])('of %d over %d: %s', (one, two, verdict) => {
    const { row } = judged(beats, measurement(one), measurement(two))
    expect(row.why ?? row.verdict).toBe(verdict)
  })

  // Equal shares of 999 and of 1000, and such that are behind by 4.1σ and by 3.9σ.
  it.each([
    [500, 500, 1000, 'fails'],
    [499, 499, 999, 'undecided'],
    [454, 546, 999, 'fails'],
    [456, 544, 999, 'undecided'],
    [600, 400, 999, 'holds'],
    [0, 1, 1, 'undecided'],
  ])('of %d over %d of %d: %s', (one, two, n, verdict) => {
    const { row, total } = judged(beats, measurement(one, 1, n), measurement(two, 1, n))
    expect(row.verdict).toBe(verdict)
    expect(total).toMatchObject({ pass: verdict !== 'fails', undecided: verdict === 'undecided' ? 1 : 0 })
    if (verdict === 'undecided')
      expect(row.why).toMatch(/^leads by .*: too few tasks to tell, it takes `--tasks 1000`$/)
  })

  it('is undecided by the arm that has fewer tasks', () => {
    expect(judged(beats, measurement(1000), measurement(200, 1, 400)).row.verdict).toBe('undecided')
  })

  it('that is short of its lead fails all the same when calls are too many', () => {
    expect(judged(beats, measurement(250, 9, 500), measurement(250, 5, 500)).row).toMatchObject({
      ...{ verdict: 'fails', why: '9.00 calls against 5.00' },
    })
    const few = judged(beats, measurement(60, 9, 99), measurement(20, 5, 99)).row
    expect([few.verdict, few.why]).toEqual([
      'undecided',
      '9.00 calls against 5.00: too few tasks to tell, it takes `--tasks 100`',
    ])
  })

  it.each([
    [5, 5, true],
    [5.1, 5, true],
    [5.2, 5, false],
    [3, 5, true],
  ])('at %d calls against %d: %s', (one, two, pass) => {
    const { row } = judged(beats, measurement(1500, one), measurement(500, two))
    expect(row).toMatchObject({
      ...{ verdict: pass ? 'holds' : 'fails', calls: one, overCalls: two, atEqualCalls: true },
    })
    const free = judged({ ...beats, atEqualCalls: false }, measurement(1500, one), measurement(500, two))
    expect(free.row).toMatchObject({ verdict: 'holds', overCalls: two, atEqualCalls: false })
  })

  it('allows two in a hundred calls more, and what chance does to two means', () => {
    expect(equalCallsLimit(5, 0)).toBeCloseTo(5.1, 9)
    expect(equalCallsLimit(5, 0.05)).toBeCloseTo(5.2, 9)
    // Over 2000 tasks a difference of calls whose variance is one has σ = 0.0316.
    const at = (calls: number) => judged(beats, measurement(1500, calls), measurement(500, 5)).row.why
    expect([at(5.16), at(5.17)]).toEqual([undefined, '5.17 calls against 5.00'])
  })

  it.each([
    [1500, 100, true],
    [1499, 100, false],
    [1500, 0, true],
  ])('of fifteen times as often with %d over %d: %s', (one, two, pass) => {
    const { row } = judged({ ...beats, times: 15 }, measurement(one), measurement(two))
    expect(row.verdict).toBe(pass ? 'holds' : 'fails')
    expect(row.expected).toBeCloseTo((15 * two) / 2000, 12)
    if (!pass) expect(row.why).toBe('not 15 times as often')
  })
})

describe('a control', () => {
  const control: Claim = { ...about, kind: 'control', arm: 'one', over: 'two' }

  it.each([
    [1000, 1000, true],
    [1060, 940, true],
    [1070, 930, false],
    [200, 1900, true],
  ])('with %d against %d: %s', (one, two, pass) => {
    const { row, total } = judged(control, measurement(one), measurement(two))
    expect([row.verdict, total.pass, total.cells]).toEqual([pass ? 'holds' : 'fails', pass, 0])
    expect(row.atEqualCalls).toBe(false)
    if (!pass) expect(row.why).toBe('wins by 4.4σ where nothing can be won')
  })
})

describe('an amount', () => {
  const costing = (calls: number, variance: number, n = 2000): Measurement => ({
    ...measurement(0, calls, n),
    variances: { calls: variance, tokens: 0, latencyMs: 0 },
  })
  const form: Claim = { ...about, kind: 'equals', of: 'calls', arm: 'one', expected: 3 }

  // A variance of 0.8 over 2000 tasks is σ = 0.02.
  it.each([
    [3.079, undefined],
    [3.081, 'more than 4σ above'],
    [2.921, undefined],
    [2.919, 'more than 4σ below'],
  ])('of 3 calls that is measured as %d: %s', (calls, fault) => {
    expect(judged(form, costing(calls, 0.8)).row.why).toBe(fault)
  })

  it('has a row that says all, and does not count for χ²', () => {
    const { row, total } = judged(form, costing(3.02, 0.8))
    expect(row).toEqual({
      ...{ ...about, kind: 'equals', of: 'calls', arm: 'one', n: 2000, measured: 3.02, expected: 3, calls: 3.02 },
      interval: { low: expect.closeTo(2.9808, 4), high: expect.closeTo(3.0592, 4) },
      sigma: expect.closeTo(0.02, 9),
      z: expect.closeTo(1, 9),
      verdict: 'holds',
    })
    expect(total.cells).toBe(0)
  })

  it.each([
    [3, 0, undefined],
    [3 + 1e-12, 0, undefined],
    [3.001, 0, 'always more'],
    [2, 0, 'always less'],
    [3, 0.8, 'not the same for every task'],
  ])('that is fixed is met by %d with a variance of %d: %s', (calls, variance, why) => {
    for (const n of [1, 2000]) {
      const { row } = judged({ ...form, isFixed: true } as Claim, costing(calls, variance, n))
      expect([row.verdict, row.why]).toEqual([why === undefined ? 'holds' : 'fails', why])
    }
  })

  it.each([
    [2, 'undecided', 'always less: too few tasks to tell, it takes `--tasks 100`'],
    [99, 'undecided', 'always less: too few tasks to tell, it takes `--tasks 100`'],
    [100, 'fails', 'always less'],
  ])('that may differ and does not in %d tasks is %s', (n, verdict, why) => {
    const { row } = judged(form, costing(2.9, 0, n))
    expect([row.verdict, row.why]).toEqual([verdict, why])
    expect(row).not.toHaveProperty('z')
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('of %d is refused', (expected) => {
    expect(() => judged({ ...form, expected } as Claim, costing(1, 0))).toThrow('an amount is zero or more.')
  })

  const saves: Claim = { ...about, kind: 'saves', of: 'calls', arm: 'one', over: 'two' }

  // Two means of σ = 0.02 differ by σ = 0.0283.
  it.each([
    [4.9, 5, 'holds'],
    [4.92, 5, 'saves by 2.8σ, not by 3.09σ'],
    [5, 5, 'saves by 0.0σ, not by 3.09σ'],
    [6, 5, 'saves by -35.4σ, not by 3.09σ'],
  ])('of %d calls against %d: %s', (one, two, verdict) => {
    expect(judged(saves, costing(one, 0.8), costing(two, 0.8)).row.why ?? 'holds').toBe(verdict)
  })

  it.each([
    [2.5, 'holds'],
    [2.6, 'not 2 times as much'],
  ])('of %d calls against twice as many, 5: %s', (one, verdict) => {
    const { row } = judged({ ...saves, times: 2 }, costing(one, 0), costing(5, 0))
    expect(row.why ?? 'holds').toBe(verdict)
    expect(row).toMatchObject({ measured: one, expected: 2.5, overCalls: 5 })
  })

  it.each([
    // Always the same: it shows as soon as that can be told.
    [
      { calls: 2, variance: 0, n: 99 },
      'undecided',
      'saves in every task: too few tasks to tell, it takes `--tasks 100`',
    ],
    [{ calls: 2, variance: 0, n: 100 }, 'holds', undefined],
    [{ calls: 5, variance: 0, n: 100 }, 'fails', 'saves nothing in any task'],
    [
      { calls: 6, variance: 0, n: 99 },
      'undecided',
      'needs more in every task: too few tasks to tell, it takes `--tasks 100`',
    ],
    [{ calls: 6, variance: 0, n: 100 }, 'fails', 'needs more in every task'],
    [
      { calls: 4.9, variance: 0.8, n: 500 },
      'undecided',
      'saves by 1.8σ, not by 3.09σ: too few tasks to tell, it takes `--tasks 1000`',
    ],
    [{ calls: 5.4, variance: 0.8, n: 500 }, 'fails', 'saves by -7.1σ, not by 3.09σ'],
    [{ calls: 4, variance: 0.8, n: 500 }, 'holds', undefined],
  ])('of %j against 5 calls: %s', ({ calls, variance, n }, verdict, why) => {
    const { row } = judged(saves, costing(calls, variance, n), costing(5, variance, n))
    expect([row.verdict, row.why]).toEqual([verdict, why])
  })

  const control: Claim = { ...about, kind: 'control', of: 'calls', arm: 'one', over: 'two' }

  it.each([
    [99, 'undecided', 'saves in every task where nothing can be saved: too few tasks to tell, it takes `--tasks 100`'],
    [100, 'fails', 'saves in every task where nothing can be saved'],
  ])('that must not be saved and is in each of %d tasks: %s', (n, verdict, why) => {
    expect(judged(control, costing(4, 0, n), costing(5, 0, n)).row).toMatchObject({ verdict, why })
  })

  it.each([
    [4.89, 'holds'],
    [4.88, 'saves by 4.2σ where nothing can be saved'],
    [9, 'holds'],
  ])('that must not be saved, of %d calls against 5: %s', (one, verdict) => {
    expect(judged(control, costing(one, 0.8), costing(5, 0.8)).row.why ?? 'holds').toBe(verdict)
  })
})

describe('the table', () => {
  const cell = (arm: string, expected = 0.5): Claim => ({ ...about, kind: 'equals', arm, expected })
  const arms = (successes: readonly number[]) =>
    new Map(successes.map((each, at) => [`arm-${at}`, measurement(each)] as const))

  it('fails when no cell is far off and all are a little', () => {
    // Each 3σ off: nine, and the 99.9 % point of χ² with three is 16.27.
    const far = judgeClaims(
      ['arm-0', 'arm-1', 'arm-2'].map((arm) => cell(arm)),
      arms([1067, 1067, 933]),
    )
    expect(far.rows.every(({ verdict }) => verdict === 'holds')).toBe(true)
    expect(far.total).toMatchObject({ pass: false, failed: 0, cells: 3, limit: expect.closeTo(16.2662, 4) })
    expect(far.total.chiSquared).toBeCloseTo(3 * 8.978, 3)
    const near = judgeClaims(
      ['arm-0', 'arm-1', 'arm-2'].map((arm) => cell(arm)),
      arms([1067, 1010, 990]),
    )
    expect(near.total.pass).toBe(true)
  })

  it('counts an arm once, however often the same is claimed of it', () => {
    const { total } = judgeClaims([cell('arm-0'), cell('arm-0'), cell('arm-0', 0.51)], arms([1067]))
    expect(total).toMatchObject({ claims: 3, cells: 2 })
  })

  it('fails with any of its rows', () => {
    const { total } = judgeClaims([cell('arm-0'), cell('arm-1')], arms([1000, 1200]))
    expect(total).toMatchObject({ pass: false, failed: 1, claims: 2 })
  })

  it('of no claims holds', () => {
    expect(judgeClaims([], new Map()).total).toEqual({
      pass: true,
      claims: 0,
      failed: 0,
      undecided: 0,
      chiSquared: 0,
      cells: 0,
      limit: 0,
    })
  })

  it.each([
    ['that was not measured', new Map<string, Measurement>()],
    ['of no tasks', new Map([['one', measurement(0, 1, 0)]])],
  ])('is refused with an arm %s', (_, measurements) => {
    expect(() => judgeClaims([cell('one')], measurements)).toThrow(
      '`a chain of six` is about the arm `one`, which was not measured.',
    )
  })

  it('holds for what is as it is claimed, for nearly every seed', () => {
    const expected = [0.03, 0.2, 0.5, 0.7, 0.97, 0.999]
    const claims = expected.map((each, at) => cell(`arm-${at}`, each))
    const seeds = Array.from({ length: 200 }, (_, seed) => seed)
    const failures = seeds.filter((seed) => {
      const random = chance(seed)
      const draw = (p: number) => Array.from({ length: 2000 }, () => random() < p).filter(Boolean).length
      return !judgeClaims(claims, arms(expected.map(draw))).total.pass
    })
    expect(failures.length).toBeLessThanOrEqual(2)
  })

  it('gives rows in the order of the claims', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2000), { maxLength: 8 }), (successes) => {
        const claims = successes.map((_, at) => cell(`arm-${at}`))
        const { rows, total } = judgeClaims(claims, arms(successes))
        expect(rows.map(({ measured }) => measured)).toEqual(successes.map((each) => each / 2000))
        expect(total.failed).toBe(rows.filter(({ verdict }) => verdict === 'fails').length)
      }),
    )
  })
})
