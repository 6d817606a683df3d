import { describe, expect, it } from 'vitest'
import { chance } from '../../../../test/support/chance.ts'
import { passAt } from './best-of.ts'
import { autoCalls, planExecuteCalls, reflexionCalls, treeCalls } from './calls.ts'
import { chainSuccess, growingChainSuccess } from './chain.ts'
import { type Sheet, sheetSuccess } from './claim-sheet.ts'
import { formatCalls, formatSuccess } from './format.ts'
import { hopsCalls, hopsWithinTurns, memorySuccess, selfAskSearchSuccess, selfAskSuccess, turnSuccess } from './hops.ts'
import { foresightAfterReplans, planExecuteSuccess, plansDrawn } from './plan.ts'
import { expectedAttempts, type Judge, learningRates, type Retry, retrySuccess, sameRates } from './retry.ts'
import { type Stuck, stuckAttempts, stuckSuccess } from './stuck.ts'
import { lineSuccess, type Tree, treeSuccess } from './tree.ts'
import { majoritySuccess, pluralitySuccess } from './vote.ts'

type Played = { readonly isRight: boolean; readonly calls?: number }
/** Whether something with this chance happens now. */
type Happens = (p: number) => boolean

const runs = 20_000

/** Plays a task again and again; holds what comes of it against the closed forms, within 4σ. */
function expectPlayed(play: (happens: Happens) => Played, success: number, calls?: number): void {
  const random = chance(20_260)
  let [right, sum, squares] = [0, 0, 0]
  for (let run = 0; run < runs; run += 1) {
    const played = play((p) => random() < p)
    if (played.isRight) right += 1
    sum += played.calls ?? 0
    squares += (played.calls ?? 0) ** 2
  }
  expect(Math.abs(right / runs - success)).toBeLessThanOrEqual(4 * Math.sqrt((success * (1 - success)) / runs))
  if (calls === undefined) return
  const spread = Math.sqrt(squares / runs - (sum / runs) ** 2)
  expect(Math.abs(sum / runs - calls)).toBeLessThan(4 * (spread / Math.sqrt(runs)) + 1e-9)
}

const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const all = (count: number, isGood: (at: number) => boolean) => times(count).filter(isGood).length === count

/** What a judge says. */
const accepts = ({ alpha, beta }: Judge, isRight: boolean, happens: Happens) => happens(isRight ? alpha : beta)

/** Attempts of four calls: each is judged, and each but the last one reflected on. */
const attempting = (retry: Retry) => (happens: Happens) => {
  for (let made = 1; ; made += 1) {
    const isRight = happens(retry.rates[made - 1] ?? 0)
    const isOver = accepts(retry, isRight, happens) || made === retry.rates.length
    if (isOver) return { isRight, calls: made * 5 + made - 1 }
  }
}

/** Loops from the cheapest on, each one judged. */
const climbing = (ladder: Parameters<typeof autoCalls>[0]) => (happens: Happens) => {
  let calls: number = ladder.routing
  for (let at = 0; ; at += 1) {
    const isRight = happens(ladder.rates[at] ?? 0)
    calls += ladder.callsOf[at] ?? 0
    calls += 1
    if (at === ladder.rates.length - 1 || accepts(ladder, isRight, happens)) return { isRight, calls }
  }
}

const unlocking = (tasks: Stuck) => (happens: Happens) => {
  let isLocked = happens(tasks.rho)
  for (let calls = 1; ; calls += 1) {
    const isRight = !isLocked && happens(tasks.a)
    if (accepts(tasks, isRight, happens) || calls === tasks.attempts) return { isRight, calls }
    isLocked = isLocked && !happens(tasks.u)
  }
}

const checking = (sheet: Sheet) => (happens: Happens) => {
  const revise = (isRight: boolean) => (isRight ? !happens(sheet.spoil) : happens(sheet.fix))
  let claims = times(sheet.claims).map(() => !happens(sheet.p))
  for (const _ of times(sheet.rounds)) {
    claims = claims.map((isRight) => (happens(isRight ? sheet.t0 : sheet.t1) ? revise(isRight) : isRight))
  }
  return { isRight: !claims.includes(false) }
}

const growing = (tree: Tree) => {
  const random = chance(5)
  return (happens: Happens) => {
    let [kept, calls] = [[true], 0]
    for (const level of times(tree.depth)) {
      const thoughts = kept.flatMap((isGood) => times(tree.branches).map(() => isGood && happens(tree.phi)))
      calls += 2 * thoughts.length
      const judged = thoughts.map((isGood) => ({ isGood, score: Number(accepts(tree, isGood, happens)) + random() }))
      const taken = level === tree.depth - 1 && !tree.hasFinalCheck ? 1 : tree.beam
      const ranked = judged.sort((a, b) => b.score - a.score)
      kept = ranked.slice(0, taken).map(({ isGood }) => isGood)
    }
    return { isRight: kept.includes(true), calls }
  }
}

describe('chance comes to the closed form of', () => {
  it('a chain', () => {
    expectPlayed((happens) => ({ isRight: all(6, () => !happens(0.05)) }), chainSuccess({ p: 0.05, steps: 6 }))
    const growing = { p: 0.05, steps: 8, lambda: 0.015 }
    expectPlayed((happens) => ({ isRight: all(8, (at) => !happens(0.05 + 0.015 * at)) }), growingChainSuccess(growing))
  })

  it.each([
    [5, 0.6, 1],
    [4, 0.6, 1],
    [5, 0.4, 20],
    [6, 0.3, 3],
    [7, 0.35, 4],
  ])('a vote of %d, right with %d, over %d wrong answers', (samples, a, wrongAnswers) => {
    const random = chance(3)
    const vote = (happens: Happens) => {
      const votes = new Map<number, number>()
      for (const _ of times(samples)) {
        const answer = happens(a) ? -1 : Math.floor(random() * wrongAnswers)
        votes.set(answer, (votes.get(answer) ?? 0) + 1)
      }
      // Sorting is stable: of a tie the first one stays first.
      return { isRight: [...votes].sort(([, x], [, y]) => y - x)[0]?.[0] === -1 }
    }
    expectPlayed(vote, pluralitySuccess({ a, samples, wrongAnswers }))
    if (wrongAnswers === 1) expectPlayed(vote, majoritySuccess({ a, samples }))
  })

  it('replies that are asked for again', () => {
    const format = { r: 0.3, repairs: 2 }
    const ask = (happens: Happens): Played => {
      let calls = 1
      while (happens(format.r)) {
        if (calls > format.repairs) return { isRight: false, calls }
        calls += 1
      }
      return { isRight: true, calls }
    }
    expectPlayed(ask, formatSuccess(format), formatCalls(format))
  })

  it.each([
    [3, 6],
    [2, 2],
    [1, 4],
    [4, 3],
  ])('%d hops in %d turns', (hops, turns) => {
    const s = turnSuccess({ p: 0.1, r: 0.15 })
    const look = (happens: Happens): Played => {
      let [found, turn] = [0, 0]
      for (; turn < turns && found < hops; turn += 1) if (!happens(0.1) && !happens(0.15)) found += 1
      return { isRight: found === hops, calls: turn + 1 }
    }
    expectPlayed(look, hopsWithinTurns({ s, hops, turns }), hopsCalls({ s, hops, turns }))
  })

  it('facts from memory, asked for, and searched', () => {
    const facts = { g: 0.8, hops: 3, kappa: 0.4, s: 0.95 }
    expectPlayed((happens) => ({ isRight: all(3, () => happens(0.8)) && !happens(0.4) }), memorySuccess(facts))
    expectPlayed((happens) => ({ isRight: all(3, () => happens(0.8)) }), selfAskSuccess(facts))
    expectPlayed((happens) => ({ isRight: all(3, () => happens(0.95)) }), selfAskSearchSuccess(facts))
  })

  it('plans, and plans drawn anew', () => {
    expectPlayed(
      (happens) => ({ isRight: happens(0.9) && all(8, () => !happens(0.05)) }),
      planExecuteSuccess({ pi: 0.9, p: 0.05, steps: 8 }),
    )
    const given = { pi: 0.6, delta: 0.8, replans: 2 }
    const draw = (happens: Happens): Played => {
      for (let plans = 1; ; plans += 1) {
        const isRight = happens(given.pi)
        if (isRight || plans > given.replans || !happens(given.delta)) return { isRight, calls: plans + 3 * 2 + 1 }
      }
    }
    const calls = planExecuteCalls({ plans: plansDrawn(given), steps: 3, perStep: 2 })
    expectPlayed(draw, foresightAfterReplans(given), calls)
  })

  it.each([
    ['the same', sameRates(0.6, 3), 0.9, 0.2],
    ['learning', learningRates(0.6, 4, 0.3), 0.9, 0.2],
    ['against a judge that errs', sameRates(0.6, 3), 0.4, 0.6],
    ['worse ones', [0.955, 0.5], 0.9, 0.6],
  ])('attempts, %s', (_, rates, alpha, beta) => {
    const episodes = expectedAttempts({ rates, alpha, beta })
    expectPlayed(
      attempting({ rates, alpha, beta }),
      retrySuccess({ rates, alpha, beta }),
      reflexionCalls({ episodes, perEpisode: 4 }),
    )
  })

  it('loops from the cheapest on', () => {
    const ladder = { rates: [0.4, 0.7, 0.9], callsOf: [1, 4, 9], alpha: 0.9, beta: 0.3, routing: 1 } as const
    expectPlayed(climbing(ladder), retrySuccess(ladder), autoCalls(ladder))
  })

  it.each([0, 0.7, 1])('stuck tasks that a reflection unlocks with %d', (u) => {
    const tasks = { rho: 0.2, a: 0.75, alpha: 0.95, beta: 0.1, attempts: 3, u }
    expectPlayed(unlocking(tasks), stuckSuccess(tasks), stuckAttempts(tasks))
  })

  it('claims that are checked', () => {
    const sheet = { p: 0.2, t1: 0.7, t0: 0.1, fix: 0.9, spoil: 0.3, claims: 4, rounds: 3 }
    expectPlayed(checking(sheet), sheetSuccess(sheet))
  })

  it.each([
    [1, false, 0.85, 0.25],
    [3, false, 0.85, 0.25],
    [5, true, 0.85, 0.25],
    [2, true, 0.6, 0.6],
    [5, true, 1, 0],
  ])('a tree with a beam of %d, checked at last: %s, judged by %d and %d', (beam, hasFinalCheck, alpha, beta) => {
    const tree = { phi: 0.3, branches: 4, depth: 3, beam, hasFinalCheck, alpha, beta }
    expectPlayed(growing(tree), treeSuccess(tree), treeCalls(tree))
  })

  it('a line of thought, and the best of some', () => {
    expectPlayed((happens) => ({ isRight: all(3, () => happens(0.3)) }), lineSuccess({ phi: 0.3, depth: 3 }))
    expectPlayed((happens) => ({ isRight: times(8).some(() => happens(0.1)) }), passAt({ a: 0.1, n: 8 }))
  })
})
