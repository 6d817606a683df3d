import { direct } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { Arm, Claim } from './claim.ts'
import { faultless } from './competence.ts'
import { type LabProgress, type Measure, runLab, type Suite } from './run-lab.ts'

const family = { name: 'none', task: () => ({ id: 'none/0', goal: '', tools: [], isRight: () => true }) }
const arm = (name: string): Arm => ({ name, loop: direct, config: {}, family, competence: faultless })
const equals = (loop: string, name: string): Claim => ({
  ...{ loop, claim: `${name} is a half`, kind: 'equals', arm: name, expected: 0.5 },
})

const suite: Suite = {
  arms: ['a', 'b', 'c', 'idle'].map(arm),
  claims: [
    equals('cot', 'a'),
    equals('react', 'b'),
    { loop: 'react', claim: 'b is not above a', kind: 'control', arm: 'b', over: 'a' },
    equals('critic', 'c'),
  ],
}

const variances = { calls: 0, tokens: 0, latencyMs: 0 }

/** Half of the tasks are right; the seed tells a little in the calls. */
const halves =
  (asked: string[] = []): Measure =>
  async ({ name }, n, seed, { onTask }) => {
    asked.push(`${name} ${n} ${seed}`)
    onTask?.(1)
    return { n, successes: n / 2, calls: 1 + seed / 100, tokens: 0, latencyMs: 0, variances }
  }

describe('a run of the lab', () => {
  it('measures each arm that a claim needs, once', async () => {
    const asked: string[] = []
    const { rows, total, ...rest } = await runLab(suite, { n: 100, seed: 7 }, halves(asked))
    expect(asked).toEqual(['a 100 7', 'b 100 7', 'c 100 7'])
    expect(rest).toEqual({ n: 100, seed: 7 })
    expect(rows.map(({ claim, verdict }) => [claim, verdict])).toEqual([
      ['a is a half', 'holds'],
      ['b is a half', 'holds'],
      ['b is not above a', 'holds'],
      ['c is a half', 'holds'],
    ])
    expect(total).toMatchObject({ pass: true, claims: 4, cells: 3, chiSquared: expect.closeTo(0, 9) })
  })

  it('keeps to the loops it is asked for, and measures what they are compared with', async () => {
    const asked: string[] = []
    const { rows } = await runLab(suite, { n: 10, seed: 1, loops: ['react'] }, halves(asked))
    expect(asked).toEqual(['a 10 1', 'b 10 1'])
    expect(rows.map(({ loop }) => loop)).toEqual(['react', 'react'])
  })

  it('gives the same for the same seed', async () => {
    const run = (seed: number) => runLab(suite, { n: 10, seed }, halves())
    expect(await run(1)).toEqual(await run(1))
    expect(await run(1)).not.toEqual(await run(2))
  })

  it('tells how far it is, in tasks over all arms', async () => {
    const told: LabProgress[] = []
    const options = { n: 10, seed: 1, loops: ['react'], onProgress: (each: LabProgress) => told.push(each) }
    await runLab(suite, options, halves())
    expect(told.map(({ done, total, arm: name }) => `${name} ${done}/${total}`)).toEqual([
      ...['a 0/20', 'a 1/20', 'a 10/20'],
      ...['b 10/20', 'b 11/20', 'b 20/20'],
    ])
  })

  it('hands the signal on, and measures nothing after it', async () => {
    const stopping = new AbortController()
    const asked: string[] = []
    const measure: Measure = async (given, n, seed, options) => {
      expect(options.signal).toBe(stopping.signal)
      if (given.name === 'b') stopping.abort()
      return halves(asked)(given, n, seed, options)
    }
    await expect(runLab(suite, { n: 10, seed: 1, signal: stopping.signal }, measure)).rejects.toThrow('aborted')
    expect(asked).toEqual(['a 10 1', 'b 10 1'])
  })

  it('judges nothing when the last arm does not heed the signal', async () => {
    const stopping = new AbortController()
    const late: Measure = async (...call) => {
      stopping.abort()
      return halves()(...call)
    }
    const options = { n: 10, seed: 1, loops: ['cot'], signal: stopping.signal }
    await expect(runLab(suite, options, late)).rejects.toThrow('aborted')
  })

  it.each<[string, Suite, readonly string[], string]>([
    [
      'a loop nothing is claimed of',
      suite,
      ['cot', 'waves'],
      'The lab claims nothing of `waves`. It does of cot, react, critic.',
    ],
    ['an arm that is not there', { arms: [], claims: [equals('cot', 'a')] }, [], '`a is a half`: there is no arm `a`.'],
    ['two arms of one name', { arms: [arm('a'), arm('a')], claims: [] }, [], 'There are two arms `a`.'],
  ])('refuses %s before it measures anything', async (_, given, loops, message) => {
    const asked: string[] = []
    await expect(runLab(given, { n: 10, seed: 1, loops }, halves(asked))).rejects.toThrow(message)
    expect(asked).toEqual([])
  })
})
