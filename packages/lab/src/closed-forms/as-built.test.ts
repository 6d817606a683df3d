import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chance } from '../../../../test/support/chance.ts'
import { type Sheet, sheetSuccess } from './claim-sheet.ts'
import { editedSheet } from './edited-sheet.ts'
import { escalationSuccess } from './escalation.ts'
import { hopsWithinTurns } from './hops.ts'
import { gateSuccess } from './plan.ts'
import { type ReadableTurns, readableTurnsSuccess } from './readable-turns.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const runs = 20_000

/** Whether a share of 20 000 runs is what it has to be. */
function expectShare(expected: number, run: (random: () => number) => boolean) {
  const random = chance(7)
  let count = 0
  for (let at = 0; at < runs; at += 1) if (run(random)) count += 1
  expect(Math.abs(count / runs - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / runs) + 1e-9)
}

/** One session of react. */
function playedTurns({ p, r, hops, turns }: ReadableTurns, random: () => number): boolean {
  const isRead = () => random() >= r || random() >= r
  let [found, unreadable] = [0, 0]
  for (let turn = 0; turn < turns && unreadable < 3; turn += 1) {
    const read = isRead()
    if (read && found === hops) return true
    if (read && random() >= p) found += 1
    unreadable = read ? 0 : unreadable + 1
  }
  return isRead() && found === hops
}

/** One session of critic. */
function playedSheet({ p, claims, rounds, ...check }: Sheet, random: () => number): boolean {
  const revised = (isRight: boolean) => {
    const isSuspected = random() < (isRight ? check.t0 : check.t1)
    return isSuspected && random() < (isRight ? check.spoil : check.fix) ? !isRight : isRight
  }
  let text = Array.from({ length: claims }, () => random() >= p)
  for (let round = 0; round < rounds; round += 1) {
    const next = text.map(revised)
    if (next.join() === text.join()) break
    text = next
  }
  return text.every((isRight) => isRight)
}

describe('react with replies that cannot be read', () => {
  it('is the textbook when all can be', () => {
    fc.assert(
      fc.property(share, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 8 }), (p, hops, turns) => {
        const success = readableTurnsSuccess({ p, r: 0, hops, turns })
        expect(success).toBeCloseTo(hopsWithinTurns({ s: 1 - p, hops, turns }), 9)
      }),
    )
  })

  it('comes to nothing when none can be', () => {
    expect(readableTurnsSuccess({ p: 0, r: 1, hops: 1, turns: 5 })).toBe(0)
  })

  it('needs a reply that can be read for the answer, too', () => {
    // One turn, one fact: it is found and the call that ends the loop is read.
    expect(readableTurnsSuccess({ p: 0, r: 0.5, hops: 1, turns: 1 })).toBeCloseTo(0.75 ** 2, 12)
  })

  it('is what comes of playing it', () => {
    const rates = { p: 0.3, r: 0.5, hops: 2, turns: 5 }
    expectShare(readableTurnsSuccess(rates), (random) => playedTurns(rates, random))
  })
})

describe('react at a dead end', () => {
  it.each([
    [{ pi: 1, p: 0.1 }, 0.9 ** 3],
    [{ pi: 0, p: 0 }, 0],
    [{ pi: 0.5, p: 0, turns: 4 }, 0.5],
    [{ pi: 0.5, p: 0, turns: 5 }, 0.75],
    [{ pi: 1, p: 0, turns: 3 }, 0],
  ])('with %j comes to %d', (changes, success) => {
    expect(gateSuccess({ doors: 3, turns: 10, ...changes })).toBeCloseTo(success, 12)
  })

  it('is what comes of playing it', () => {
    const rates = { pi: 0.4, p: 0.1, doors: 3, turns: 6 }
    expectShare(gateSuccess(rates), (random) => {
      let [isOpen, doors, isRight] = [false, 0, true]
      for (let turn = 0; turn < rates.turns && doors < rates.doors; turn += 1) {
        if (!isOpen) isOpen = random() < rates.pi
        else {
          doors += 1
          isRight = random() >= rates.p && isRight
        }
      }
      return doors === rates.doors && isRight
    })
  })
})

describe('escalation', () => {
  it.each([
    [{ alpha: 1, beta: 0 }, 0.5 + 0.5 * 0.8],
    [{ alpha: 1, beta: 1 }, 0.5],
    // Nothing is ever accepted: the first stands.
    [{ alpha: 0, beta: 0 }, 0.5],
  ])('with %j comes to %d', (judge, success) => {
    expect(escalationSuccess({ rates: [0.5, 0.8], ...judge })).toBeCloseTo(success, 12)
  })

  it('is what comes of playing it', () => {
    const [rates, alpha, beta] = [[0.3, 0.5, 0.8], 0.7, 0.4]
    expectShare(escalationSuccess({ rates, alpha, beta }), (random) => {
      const tried = rates.map((a) => random() < a)
      const accepted = tried.findIndex((isRight) => random() < (isRight ? alpha : beta))
      return tried[Math.max(0, accepted)] === true
    })
  })
})

describe('a sheet that is done when a round changes nothing', () => {
  const sheet = { p: 0.2, claims: 5, t1: 0.85, t0: 0.05, fix: 0.9, spoil: 0.3, rounds: 2 }

  it('is the textbook after no round and after one', () => {
    fc.assert(
      fc.property(share, share, share, share, (p, t1, t0, fix) => {
        for (const rounds of [0, 1]) {
          const some = { ...sheet, p, t1, t0, fix, rounds }
          expect(editedSheet(some).success).toBeCloseTo(sheetSuccess(some), 9)
        }
      }),
    )
  })

  it.each([
    ['a judge that accepts all', { t1: 0, t0: 0 }, 0.8 ** 5, 2],
    ['a draft that is right, and is accepted', { p: 0, t0: 0 }, 1, 2],
    ['a judge and an author who never err', { t1: 1, t0: 0, fix: 1 }, 1, 1 + 0.8 ** 5 + 3 * (1 - 0.8 ** 5)],
  ])('knows %s', (_, changes, success, calls) => {
    const end = editedSheet({ ...sheet, ...changes })
    expect(end.success).toBeCloseTo(success, 9)
    expect(end.calls).toBeCloseTo(calls, 9)
  })

  it('is what comes of playing it', () => {
    expectShare(editedSheet(sheet).success, (random) => playedSheet(sheet, random))
  })
})
