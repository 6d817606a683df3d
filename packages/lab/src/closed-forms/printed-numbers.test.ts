import { describe, expect, it } from 'vitest'
import { passAt } from './best-of.ts'
import { chainSuccess, growingChainSuccess } from './chain.ts'
import { claimErrorInTheEnd, sheetSuccess } from './claim-sheet.ts'
import { formatCalls, formatSuccess } from './format.ts'
import { hopsCalls, hopsWithinTurns, memorySuccess, selfAskSuccess, turnSuccess } from './hops.ts'
import { foresightAfterReplans, planExecuteSuccess, plansDrawn } from './plan.ts'
import { expectedAttempts, learningRates, retrySuccess, sameRates, secondAttemptGain } from './retry.ts'
import { type Stuck, stuckAttempts, stuckSuccess } from './stuck.ts'
import { lineSuccess, treeBounds, treeSuccess } from './tree.ts'
import { majoritySuccess, pluralitySuccess } from './vote.ts'

type Known = readonly [what: string, value: number, known: number]

const judge = { alpha: 0.9, beta: 0.2 }
const sheet = { p: 0.2, t1: 0.85, t0: 0.05, fix: 0.9, spoil: 0.3, claims: 5, rounds: 2 }
const guessed = { ...sheet, t1: 0.3, t0: 0.3, fix: 0.4, spoil: 0.4 }
const tree = { phi: 0.3, branches: 5, depth: 3, alpha: 0.85, beta: 0.25, beam: 5, hasFinalCheck: true }
const blind = { ...tree, alpha: 0.5, beta: 0.5 }
// Of the four in ten that fail, half are stuck: two in ten of all, and three quarters of the others are right.
const stuck: Stuck = { rho: 0.2, a: 0.75, alpha: 0.95, beta: 0.1, attempts: 3, u: 0 }

const known: readonly Known[] = [
  ['a chain of six', chainSuccess({ p: 0.05, steps: 6 }), 0.735],
  ['a chain of eight in one context', growingChainSuccess({ p: 0.05, steps: 8, lambda: 0.015 }), 0.419],
  ['a planned chain of eight', planExecuteSuccess({ pi: 0.9, p: 0.05, steps: 8 }), 0.597],
  ['plans drawn anew', foresightAfterReplans({ pi: 0.6, delta: 0.8, replans: 2 }), 0.853],
  ['a vote against one wrong answer', majoritySuccess({ a: 0.6, samples: 5 }), 0.683],
  ['a vote that hurts', majoritySuccess({ a: 0.4, samples: 5 }), 0.317],
  ['a vote against spread answers', pluralitySuccess({ a: 0.4, samples: 5, wrongAnswers: 20 }), 0.675],
  ['a large vote', pluralitySuccess({ a: 0.4, samples: 21, wrongAnswers: 20 }), 0.99],
  ['hops within turns', hopsWithinTurns({ s: turnSuccess({ p: 0.1, r: 0.15 }), hops: 3, turns: 6 }), 0.97],
  ['two attempts', retrySuccess({ rates: sameRates(0.6, 2), ...judge }), 0.768],
  ['three attempts', retrySuccess({ rates: sameRates(0.6, 3), ...judge }), 0.832],
  ['three attempts that learn', retrySuccess({ rates: learningRates(0.6, 3, 0.3), ...judge }), 0.877],
  ['a judge that knows nothing', retrySuccess({ rates: sameRates(0.6, 3), alpha: 0.5, beta: 0.5 }), 0.6],
  ['a judge that errs more often', retrySuccess({ rates: sameRates(0.6, 3), alpha: 0.4, beta: 0.6 }), 0.527],
  ['correcting oneself', retrySuccess({ rates: [0.955, 0.5], alpha: 0.9, beta: 0.6 }), 0.916],
  ['stuck tasks, one attempt', stuckSuccess({ ...stuck, attempts: 1 }), 0.6],
  ['stuck tasks, tried again', stuckSuccess(stuck), 0.761],
  ['stuck tasks, reflected on', stuckSuccess({ ...stuck, u: 0.7 }), 0.901],
  ['a draft', sheetSuccess({ ...sheet, rounds: 0 }), 0.328],
  ['a draft after two rounds', sheetSuccess(sheet), 0.868],
  ['a draft after two rounds of guessing', sheetSuccess(guessed), 0.138],
  ['a line of thought', lineSuccess(tree), 0.027],
  ['a blind tree', treeSuccess({ ...blind, beam: 1 }), 0.027],
  ['a tree with a beam of one', treeSuccess({ ...tree, beam: 1 }), 0.178],
  ['a tree with a beam of five', treeSuccess(tree), 0.506],
  ['the same without a check at the end', treeSuccess({ ...tree, hasFinalCheck: false }), 0.184],
  ['a tree whose judge never errs', treeBounds(tree).most, 0.727],
  ['the best of fifteen', passAt({ a: 0.027, n: 15 }), 0.337],
  ['facts put together', memorySuccess({ g: 0.9, hops: 3, kappa: 0.4 }), 0.437],
  ['facts asked for', selfAskSuccess({ g: 0.9, hops: 3 }), 0.729],
]

describe('closed forms', () => {
  it.each(known)('give %s its number', (_, value, number) => expect(value.toFixed(3)).toBe(number.toFixed(3)))

  it('give a readable reply its number and its calls', () => {
    expect(formatSuccess({ r: 0.15, repairs: 2 }).toFixed(4)).toBe('0.9966')
    expect(formatCalls({ r: 0.15, repairs: 2 })).toBeCloseTo((1 - 0.15 ** 3) / 0.85, 12)
    expect(formatCalls({ r: 1, repairs: 2 })).toBe(3)
  })

  it('gain by a second attempt what the judge knows', () => {
    expect(secondAttemptGain({ a: 0.6, ...judge })).toBeCloseTo(0.768 - 0.6, 12)
    expect(expectedAttempts({ rates: sameRates(0.6, 2), ...judge })).toBeCloseTo(1.38, 12)
  })

  it('come to rest where claims are spoilt as often as they are put right', () => {
    expect(claimErrorInTheEnd(sheet)).toBeCloseTo(0.015 / 0.78, 12)
    expect(sheetSuccess({ ...sheet, rounds: 60 })).toBeCloseTo((1 - 0.015 / 0.78) ** 5, 12)
  })

  it('count turns and one call that answers', () => {
    expect(hopsCalls({ s: 1, hops: 3, turns: 6 })).toBe(4)
    expect(hopsCalls({ s: 0, hops: 3, turns: 6 })).toBe(7)
    expect(hopsCalls({ s: 0.5, hops: 1, turns: 3 })).toBeCloseTo(1 + 0.5 + 0.25 + 1, 12)
  })

  it('count plans and attempts', () => {
    expect(plansDrawn({ pi: 0.6, delta: 0.8, replans: 2 })).toBeCloseTo(1 + 0.32 + 0.1024, 12)
    expect(stuckAttempts({ ...stuck, rho: 1, beta: 0 })).toBe(3)
    expect(stuckAttempts({ ...stuck, rho: 1, beta: 1 })).toBe(1)
  })
})
