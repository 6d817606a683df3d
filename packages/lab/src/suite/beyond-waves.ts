/** What goes beyond the original in waves. */
import { waves } from '@gyre/core'
import { speculationLatency } from '../closed-forms/speculation.ts'
import { wavesLatency, wavesSuccess } from '../closed-forms/waves.ts'
import type { Suite } from '../run-lab.ts'
import { fanOut } from '../tasks/fan-out.ts'
import { hops } from '../tasks/hops.ts'
import { repeated } from '../tasks/repeated.ts'
import { claimsOf, switchedArms } from './arms.ts'

const { equals, needs, alwaysNeeds, beats, saves, savesNothing } = claimsOf('waves')

const fallible = { p: 0.2, hops: 3, waves: 5 }
/** A search that fails says so, which is what is planned again. */
const [corrected, uncorrected] = switchedArms('selfCorrect', {
  loop: waves,
  config: { maxWaves: fallible.waves, speculate: false, eager: false, planCache: false },
  family: hops({ hops: fallible.hops, search: 'error' }),
  rates: { p: fallible.p },
})

/** Two lines, three waves; a call is made when it is planned, and not before. */
const [timing, depth] = [{ modelMs: 500, guessMs: 100, toolMs: 200 }, 3]
const slowGuess = { ...timing, guessMs: timing.modelMs }
const times = { planMs: timing.modelMs, toolMs: timing.toolMs, answerMs: timing.modelMs }
const lines = { loop: waves, family: fanOut({ width: 2, depth, entries: 0 }), timing }
const byWaves = { ahead: 0 }
const guessing = { eager: false, planCache: false }
const half = { guess: 0.5 }
const [foreseen, unforeseen] = switchedArms('speculate', { ...lines, config: guessing, rates: { ...byWaves, ...half } })
const [slowly] = switchedArms(
  'speculate',
  { ...lines, timing: slowGuess, config: guessing, rates: { ...byWaves, ...half } },
  'as slow as the planner',
)
const [missed, unguessed] = switchedArms(
  'speculate',
  { ...lines, config: guessing, rates: { ...byWaves, guess: 0 } },
  'never right',
)
const inWaves = wavesLatency({ ...times, plans: depth }, depth)
const speculation = { ...times, waves: depth, guessMs: timing.guessMs, hit: half.guess }

const [early, inTime] = switchedArms('eager', {
  ...lines,
  config: { speculate: false, planCache: false },
  rates: byWaves,
})

/** Twenty tasks, each of which comes five times in a batch. */
const [kept, made] = switchedArms('planCache', {
  loop: waves,
  config: { eager: false, speculate: false },
  family: repeated(hops({ hops: 1, search: 'nothing' }), 20),
  rates: {},
})

export const beyondWaves: Suite = {
  arms: [...[corrected, uncorrected, foreseen, unforeseen, slowly, missed, unguessed], ...[early, inTime, kept, made]],
  claims: [
    equals(corrected, 'selfCorrect: every fact has all waves', wavesSuccess({ ...fallible, selfCorrects: true })),
    equals(uncorrected, 'without it the last has one', wavesSuccess({ ...fallible, selfCorrects: false })),
    beats(corrected, uncorrected, 'selfCorrect: a call that failed is planned again'),
    needs(foreseen, 'a guess in 100 ms, right one time in two', {
      of: 'latencyMs',
      expected: speculationLatency(speculation),
    }),
    needs(slowly, 'a guess as slow as the plan: of two hits in a row the second saves nothing', {
      of: 'latencyMs',
      expected: speculationLatency({ ...speculation, guessMs: slowGuess.guessMs }),
    }),
    alwaysNeeds(unforeseen, 'without it: the critical path', { of: 'latencyMs', expected: inWaves }),
    saves(foreseen, unforeseen, 'speculate: guesses that hit save time', { of: 'latencyMs' }),
    alwaysNeeds(missed, 'guesses that never hit: the same time', { of: 'latencyMs', expected: inWaves }),
    alwaysNeeds(missed, 'and a call more for each wave but the last', {
      of: 'calls',
      expected: depth + 1 + (depth - 1),
    }),
    savesNothing(missed, unguessed, 'speculate: guesses that never hit save no time', 'latencyMs'),
    savesNothing(missed, unguessed, 'speculate: nor tokens', 'tokens'),
    saves(early, inTime, 'eager: calls that begin while the plan is still being written save time', {
      of: 'latencyMs',
    }),
    saves(kept, made, 'planCache: a task that comes again is not planned again', { of: 'calls' }),
  ],
}
