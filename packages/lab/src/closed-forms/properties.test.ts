import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passAt } from './best-of.ts'
import { autoCalls, selfAskCalls, treeCalls } from './calls.ts'
import { chainSuccess, growingChainSuccess } from './chain.ts'
import { claimError, claimErrorInTheEnd, sheetSuccess } from './claim-sheet.ts'
import { formatCalls, formatSuccess } from './format.ts'
import { hopsCalls, hopsWithinTurns, memorySuccess, selfAskSuccess } from './hops.ts'
import { foresightAfterReplans, planExecuteSuccess } from './plan.ts'
import { expectedAttempts, learningRates, retrySuccess, sameRates, secondAttemptGain } from './retry.ts'
import { stuckAttempts, stuckSuccess } from './stuck.ts'
import { lineSuccess, treeBounds, treeSuccess } from './tree.ts'
import { majoritySuccess, pluralitySuccess } from './vote.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const few = fc.integer({ min: 1, max: 6 })
const slack = 1e-9

/** Not above, but for rounding. */
function expectOrder(...values: readonly number[]): void {
  for (const [at, value] of values.entries()) expect(value).toBeGreaterThanOrEqual((values[at - 1] ?? 0) - slack)
  expect(values.at(-1)).toBeLessThanOrEqual(1 + slack)
}

describe('chains and plans', () => {
  it('lose by length and by what a context adds', () => {
    fc.assert(
      fc.property(share, few, share, (p, steps, lambda) => {
        expectOrder(growingChainSuccess({ p, steps, lambda }), chainSuccess({ p, steps }))
        expectOrder(chainSuccess({ p, steps: steps + 1 }), chainSuccess({ p, steps }))
        expect(growingChainSuccess({ p, steps, lambda: 0 })).toBeCloseTo(chainSuccess({ p, steps }), 12)
        expect(planExecuteSuccess({ pi: 1, p, steps })).toBe(chainSuccess({ p, steps }))
      }),
    )
  })

  it('gain by plans drawn anew, and nothing where none is noticed', () => {
    fc.assert(
      fc.property(share, share, few, (pi, delta, replans) => {
        const before = foresightAfterReplans({ pi, delta, replans: replans - 1 })
        expectOrder(pi, before, foresightAfterReplans({ pi, delta, replans }))
        expect(foresightAfterReplans({ pi, delta: 0, replans })).toBe(pi)
      }),
    )
  })
})

describe('votes', () => {
  it('of one and of two change nothing', () => {
    fc.assert(
      fc.property(share, few, (a, wrongAnswers) => {
        for (const samples of [1, 2]) expect(pluralitySuccess({ a, samples, wrongAnswers })).toBeCloseTo(a, 9)
      }),
    )
  })

  it('gain above a half and lose below it when there is one wrong answer', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 1, noNaN: true }), few, (a, half) => {
        const samples = 2 * half + 1
        expectOrder(a, majoritySuccess({ a, samples }))
        expect(majoritySuccess({ a: 1 - a, samples })).toBeCloseTo(1 - majoritySuccess({ a, samples }), 9)
      }),
    )
  })

  it('gain the more the wrong answers are spread', () => {
    fc.assert(
      fc.property(share, few, few, (a, samples, wrongAnswers) => {
        const [spread, wider] = [wrongAnswers, wrongAnswers + 1].map((each) =>
          pluralitySuccess({ a, samples, wrongAnswers: each }),
        )
        expectOrder(spread ?? 0, wider ?? 0)
      }),
    )
  })
})

describe('turns and replies', () => {
  it('gain by turns and repairs, and cost them', () => {
    fc.assert(
      fc.property(share, few, few, (s, hops, turns) => {
        expectOrder(hopsWithinTurns({ s, hops, turns }), hopsWithinTurns({ s, hops, turns: turns + 1 }))
        expect(hopsCalls({ s, hops, turns })).toBeLessThanOrEqual(turns + 1 + slack)
        expect(hopsCalls({ s, hops, turns })).toBeGreaterThanOrEqual(Math.min(hops, turns) + 1 - slack)
        expectOrder(formatSuccess({ r: s, repairs: turns }), formatSuccess({ r: s, repairs: turns + 1 }))
        expect(formatCalls({ r: s, repairs: turns })).toBeLessThanOrEqual(turns + 1)
      }),
    )
  })

  it('that never fail bring every hop, and as many turns as hops bring all or nothing', () => {
    expect(hopsWithinTurns({ s: 1, hops: 3, turns: 3 })).toBe(1)
    expect(hopsWithinTurns({ s: 1, hops: 3, turns: 2 })).toBe(0)
    fc.assert(
      fc.property(share, few, (s, hops) => {
        expect(hopsWithinTurns({ s, hops, turns: hops })).toBeCloseTo(s ** hops, 9)
      }),
    )
  })

  it('differ from memory only where there is something to put together', () => {
    fc.assert(
      fc.property(share, few, share, (g, hops, kappa) => {
        expectOrder(memorySuccess({ g, hops, kappa }), selfAskSuccess({ g, hops }))
        expect(memorySuccess({ g, hops: 1, kappa })).toBe(selfAskSuccess({ g, hops: 1 }))
      }),
    )
  })
})

describe('attempts', () => {
  it('gain nothing from a judge that knows nothing', () => {
    fc.assert(
      fc.property(share, share, few, (a, alpha, attempts) => {
        expect(retrySuccess({ rates: sameRates(a, attempts), alpha, beta: alpha })).toBeCloseTo(a, 9)
      }),
    )
  })

  it('gain or lose by what the judge knows', () => {
    fc.assert(
      fc.property(share, share, share, few, (a, alpha, beta, attempts) => {
        const [better, worse] = [Math.max(alpha, beta), Math.min(alpha, beta)]
        const rates = sameRates(a, attempts)
        const harmed = retrySuccess({ rates, alpha: worse, beta: better })
        expectOrder(harmed, a, retrySuccess({ rates, alpha: better, beta: worse }))
        const gain = retrySuccess({ rates: sameRates(a, 2), alpha, beta }) - a
        expect(gain).toBeCloseTo(secondAttemptGain({ a, alpha, beta }), 9)
      }),
    )
  })

  it('with a judge that never errs are the best of so many', () => {
    fc.assert(
      fc.property(share, few, (a, n) => {
        const perfect = { rates: sameRates(a, n), alpha: 1, beta: 0 }
        expect(retrySuccess(perfect)).toBeCloseTo(passAt({ a, n }), 9)
      }),
    )
  })

  it('that learn are no worse, and no more are made than there are', () => {
    fc.assert(
      fc.property(share, share, share, share, (a, alpha, part, learning) => {
        const beta = alpha * part
        const learned = retrySuccess({ rates: learningRates(a, 3, learning), alpha, beta })
        expectOrder(retrySuccess({ rates: sameRates(a, 3), alpha, beta }), learned)
        const made = expectedAttempts({ rates: sameRates(a, 3), alpha, beta })
        expect(made).toBeGreaterThanOrEqual(1)
        expect(made).toBeLessThanOrEqual(3 + slack)
      }),
    )
  })

  it('at stuck tasks gain by reflections alone', () => {
    fc.assert(
      fc.property(share, share, share, share, (rho, a, alpha, u) => {
        const tasks = { rho, a, alpha, beta: alpha / 2, attempts: 3, u }
        const again = (1 - rho) * retrySuccess({ ...tasks, rates: sameRates(a, 3) })
        expect(stuckSuccess({ ...tasks, u: 0 })).toBeCloseTo(again, 9)
        expectOrder(stuckSuccess({ ...tasks, u: 0 }), stuckSuccess(tasks), stuckSuccess({ ...tasks, u: 1 }))
        expect(stuckSuccess({ ...tasks, attempts: 1 })).toBeCloseTo((1 - rho) * a, 9)
        expect(stuckAttempts({ ...tasks, attempts: 1 })).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('claims', () => {
  const check = fc.record({ p: share, t1: share, t0: share, fix: share, spoil: share, claims: few, rounds: few })

  it('stay what they were without rounds, and without a check', () => {
    fc.assert(
      fc.property(check, (sheet) => {
        expect(claimError({ ...sheet, rounds: 0 })).toBe(sheet.p)
        const draft = (1 - sheet.p) ** sheet.claims
        expect(sheetSuccess({ ...sheet, t1: 0, t0: 0 })).toBeCloseTo(draft, 9)
      }),
    )
  })

  it('come nearer to where they rest, and gain where only wrong ones are found out', () => {
    fc.assert(
      fc.property(check, (sheet) => {
        fc.pre(sheet.t0 * sheet.spoil + sheet.t1 * sheet.fix > 1e-6)
        const rest = claimErrorInTheEnd(sheet)
        const distance = Math.abs(claimError(sheet) - rest)
        expect(distance).toBeLessThanOrEqual(Math.abs(sheet.p - rest) + slack)
        expectOrder(sheetSuccess({ ...sheet, rounds: 0 }), sheetSuccess({ ...sheet, t0: 0 }))
      }),
    )
  })
})

describe('trees', () => {
  const some = fc.integer({ min: 1, max: 4 })
  const grown = fc.record({ phi: share, alpha: share, branches: some, beam: some, depth: some })

  it('with a judge that knows nothing are a line of thought', () => {
    fc.assert(
      fc.property(grown, (tree) => {
        const blind = treeSuccess({ ...tree, beta: tree.alpha, hasFinalCheck: false })
        expect(blind).toBeCloseTo(lineSuccess(tree), 8)
      }),
    )
  })

  it('lie between their bounds when the judge knows something', () => {
    fc.assert(
      fc.property(grown, share, fc.boolean(), (tree, part, hasFinalCheck) => {
        const full = { ...tree, beta: tree.alpha * part, hasFinalCheck }
        const { least, most } = treeBounds(full)
        expectOrder(least, treeSuccess(full), most)
      }),
    )
  })
})

describe('calls', () => {
  it('are counted for each loop', () => {
    expect(selfAskCalls({ hops: 3, hasSearch: true })).toBe(4)
    expect(selfAskCalls({ hops: 3, hasSearch: false })).toBe(7)
    expect(treeCalls({ branches: 3, beam: 2, depth: 4 })).toBe(2 * (3 + 6 + 6 + 6))
    expect(treeCalls({ branches: 5, beam: 1, depth: 4, votes: 3 })).toBe(80)
    expect(treeCalls({ branches: 5, beam: 5, depth: 4, votes: 3 })).toBe(320)
    const only = { rates: [0.5], callsOf: [4], alpha: 1, beta: 0 }
    expect([autoCalls({ ...only, routing: 0 }), autoCalls({ ...only, routing: 1 })]).toEqual([5, 6])
  })
})
