import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chance } from '../../../../test/support/chance.ts'
import { chainSuccess } from './chain.ts'
import { type Criticised, criticisedSuccess } from './criticised.ts'
import { type EvaluatedSteps, evaluatedSteps } from './evaluated-steps.ts'
import { hopsWithinTurns } from './hops.ts'
import { type Speculation, speculationLatency } from './speculation.ts'
import { atOnceTokens, reactTokens, type Waves, wavesLatency, wavesSuccess } from './waves.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const few = fc.integer({ min: 1, max: 5 })
const runs = 20_000

type Happens = (p: number) => boolean

/** The mean of 20 000 runs is what it has to be, within 4σ. */
function expectMean(expected: number, run: (happens: Happens) => number): void {
  const random = chance(11)
  let [sum, squares] = [0, 0]
  for (let at = 0; at < runs; at += 1) {
    const value = run((p) => random() < p)
    sum += value
    squares += value ** 2
  }
  const spread = Math.sqrt(Math.max(0, squares / runs - (sum / runs) ** 2))
  expect(Math.abs(sum / runs - expected)).toBeLessThan(4 * (spread / Math.sqrt(runs)) + 1e-9)
}

/** Waves as they are run: the last call is told to be the last. */
function playedWaves({ p, hops, waves, selfCorrects }: Waves, happens: Happens): number {
  let found = 0
  for (let wave = 1; wave <= waves && found < hops; wave += 1) {
    const isLast = found === hops - 1
    if (!happens(p)) found += 1
    else if (isLast && !selfCorrects) break
  }
  return found === hops ? 1 : 0
}

describe('waves', () => {
  it.each([true, false])('come to what comes of playing them, corrected: %s', (selfCorrects) => {
    for (const [hops, waves] of [
      [3, 5],
      [1, 4],
      [2, 2],
      [4, 3],
    ] as const) {
      const given = { p: 0.2, hops, waves, selfCorrects }
      expectMean(wavesSuccess(given), (happens) => playedWaves(given, happens))
    }
  })

  it('lose by the one try of the last call, and nothing when none fails', () => {
    fc.assert(
      fc.property(share, few, few, (p, hops, waves) => {
        const [plain, corrected] = [false, true].map((selfCorrects) => wavesSuccess({ p, hops, waves, selfCorrects }))
        expect(plain).toBeLessThanOrEqual((corrected ?? 0) + 1e-9)
        expect(corrected).toBeCloseTo(hopsWithinTurns({ s: 1 - p, hops, turns: waves }), 9)
        const sure = wavesSuccess({ p: 0, hops, waves, selfCorrects: false })
        expect(sure).toBe(hops <= waves ? 1 : 0)
      }),
    )
  })

  it('take the time of their critical path', () => {
    const times = { planMs: 500, toolMs: 200, answerMs: 500, plans: 2 }
    expect([wavesLatency(times, 2), wavesLatency(times, 8)]).toEqual([1900, 3100])
  })

  it('at once need the tokens that are printed', () => {
    const tokens = { calls: 5, prompt: 1200, each: 210 }
    expect(reactTokens(tokens)).toBe(10_350)
    expect(atOnceTokens({ ...tokens, answer: 400 })).toBe(2650)
  })
})

/** A session, event by event: when each plan, guess and call begins and ends. */
function playedSpeculation(given: Speculation, happens: Happens): number {
  const { planMs, guessMs, toolMs, answerMs, waves, hit } = given
  let now = planMs
  let early: number | undefined
  for (let wave = 1; ; wave += 1) {
    const begins = now
    const callsEnd = early ?? begins + toolMs
    const ends = Math.max(begins, callsEnd)
    if (wave === waves) return ends + answerMs
    const planned = ends + planMs
    const begunEarly = Math.max(ends, begins + guessMs)
    early = happens(hit) && begunEarly < planned ? begunEarly + toolMs : undefined
    now = planned
  }
}

describe('speculation', () => {
  const times = { planMs: 500, guessMs: 100, toolMs: 200, answerMs: 500, waves: 4, hit: 0.5 }

  it.each<[string, Partial<Speculation>]>([
    ['a fast guess', {}],
    ['a guess as slow as the plan', { guessMs: 500 }],
    ['a guess that comes too late', { guessMs: 900 }],
    ['tools that are slower than plans', { toolMs: 800 }],
    ['slow tools and a slow guess', { toolMs: 800, guessMs: 500 }],
    ['a guess that is mostly right', { hit: 0.9, guessMs: 400, toolMs: 300 }],
    ['one wave', { waves: 1 }],
  ])('with %s comes to what comes of playing it', (_, changes) => {
    const given = { ...times, ...changes }
    expectMean(speculationLatency(given), (happens) => playedSpeculation(given, happens))
  })

  it('saves half of hit where plans and calls take the same and a guess takes nothing', () => {
    // The first wave and the answer are as they were: over many waves they do not count.
    const long = { planMs: 300, guessMs: 0, toolMs: 300, answerMs: 0, waves: 10_000, hit: 0.4 }
    expect(speculationLatency(long) / speculationLatency({ ...long, hit: 0 })).toBeCloseTo(1 - 0.4 / 2, 4)
  })

  it('saves nothing without a hit, nor when the guess comes too late, and never costs time', () => {
    const ms = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(fc.record({ planMs: ms, guessMs: ms, toolMs: ms }), share, few, (each, hit, waves) => {
        const given = { ...each, answerMs: 100, waves, hit }
        const { planMs, toolMs } = each
        const plain = waves * (planMs + toolMs) + 100
        expect(speculationLatency({ ...given, hit: 0 })).toBeCloseTo(plain, 6)
        expect(speculationLatency({ ...given, guessMs: planMs + toolMs })).toBeCloseTo(plain, 6)
        expect(speculationLatency(given)).toBeLessThanOrEqual(plain + 1e-6)
        expect(speculationLatency({ ...given, hit: 1 })).toBeGreaterThanOrEqual(waves * planMs + toolMs + 100 - 1e-6)
      }),
    )
  })
})

/** One try of a step: a call that was made twice is refused, and not judged. */
function playedTry({ p, alpha, beta }: EvaluatedSteps, isOn: boolean, made: number, happens: Happens) {
  const isSlip = happens(p)
  const isRight = isOn && !isSlip
  if (!isSlip && made === 2) return { isAccepted: false, isRight, made, calls: 1 }
  const isAccepted = happens(isRight ? alpha : beta)
  return { isAccepted, isRight, made: made + Number(!isSlip), calls: 2 }
}

/** What one step of reason comes to: whether it was accepted, whether it is right, and what it cost. */
function playedStep(given: EvaluatedSteps, isOn: boolean, happens: Happens) {
  let [calls, made] = [0, 0]
  for (let tried = 1; tried <= 3; tried += 1) {
    const end = playedTry(given, isOn, made, happens)
    // Each try but the first is planned for.
    calls += end.calls + Number(tried > 1)
    made = end.made
    if (end.isAccepted) return { ...end, calls }
  }
  return { isAccepted: false, isRight: false, calls }
}

/** A session of reason. */
function playedSteps(given: EvaluatedSteps, happens: Happens) {
  let [calls, isRight] = [1, true]
  for (let step = 0; step < given.steps; step += 1) {
    const end = playedStep(given, isRight, happens)
    calls += end.calls
    isRight = end.isRight
    if (!end.isAccepted) return { isRight, calls }
  }
  return { isRight, calls: calls + 1 }
}

describe('steps that are judged', () => {
  it.each([
    { p: 0.2, alpha: 0.9, beta: 0.1, steps: 3 },
    { p: 0.2, alpha: 0.5, beta: 0.5, steps: 3 },
    { p: 0.4, alpha: 0.3, beta: 0.2, steps: 2 },
    { p: 0.1, alpha: 0.2, beta: 0.8, steps: 4 },
  ])('with %j come to what comes of playing them', (given) => {
    const { success, calls } = evaluatedSteps(given)
    expectMean(success, (happens) => (playedSteps(given, happens).isRight ? 1 : 0))
    expectMean(calls, (happens) => playedSteps(given, happens).calls)
  })

  it.each([
    ['accepts all', { alpha: 1, beta: 1 }, 0.8 ** 3, 2 + 2 * 3],
    ['accepts nothing', { alpha: 0, beta: 0 }, 0, undefined],
    // Each try is right with .8, and a wrong one is always seen: three of them.
    ['never errs', { alpha: 1, beta: 0 }, (1 - 0.2 ** 3) ** 3, undefined],
  ])('know a judge that %s', (_, judge, success, calls) => {
    const end = evaluatedSteps({ p: 0.2, steps: 3, ...judge })
    expect(end.success).toBeCloseTo(success, 12)
    if (calls !== undefined) expect(end.calls).toBeCloseTo(calls, 12)
  })

  it('are no better than unjudged ones when the judge knows nothing', () => {
    fc.assert(
      fc.property(share, share, few, (p, alpha, steps) => {
        expect(evaluatedSteps({ p, alpha, beta: alpha, steps }).success).toBeLessThanOrEqual(
          chainSuccess({ p, steps }) + 1e-9,
        )
      }),
    )
  })
})

describe('a critic', () => {
  const given: Criticised = { a: 0.6, alpha: 0.9, beta: 0.2, fix: 0.5, spoil: 0.3 }

  it('comes to what comes of playing it', () => {
    expectMean(criticisedSuccess(given), (happens) => {
      const isRight = happens(given.a)
      const isDoubted = !happens(isRight ? given.alpha : given.beta)
      const isTurned = isDoubted && happens(isRight ? given.spoil : given.fix)
      return Number(isRight !== isTurned)
    })
  })

  it('that confirms everything changes nothing', () => {
    expect(criticisedSuccess({ ...given, alpha: 1, beta: 1 })).toBe(0.6)
    expect(criticisedSuccess({ ...given, fix: 0, spoil: 0 })).toBe(0.6)
  })
})
