import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mcNemar } from './pairs.ts'
import type { EvalArm, EvalResult, Verdict } from './result.ts'
import { answeredText, scoreAnswer } from './score.ts'
import { summarise } from './summary.ts'

const usage = { modelCalls: 2, toolCalls: 1, inputTokens: 90, outputTokens: 10, costUsd: 0.02, activeMs: 100 }
const arm = (name: string): EvalArm => ({ name, loop: name, persona: null, model: 'test/a' })

function result(armName: string, task: string, verdict: Verdict, more: Partial<EvalResult> = {}): EvalResult {
  const session = `${armName}-${task}`
  return {
    task,
    arm: armName,
    repeat: 1,
    session,
    outcome: 'answered',
    answer: 'x',
    accepted: ['x'],
    verdict,
    usage,
    error: null,
    judge: null,
    ...more,
  }
}

describe('the summary', () => {
  it('says of each arm how many are right, what they take and how they ended', () => {
    const results = [
      result('a', '1', 'right'),
      result('a', '2', 'wrong', { outcome: 'stuck:unreadable', answer: null, usage: { ...usage, activeMs: 300 } }),
      result('a', '3', 'unjudged', { usage: { ...usage, activeMs: 900 } }),
    ]
    const [only] = summarise([arm('a')], results).arms
    expect(only).toMatchObject({
      count: 2,
      right: 1,
      accuracy: 0.5,
      unjudged: 1,
      outcomes: { answered: 2, 'stuck:unreadable': 1 },
      total: { modelCalls: 6, toolCalls: 3, tokens: 300, costUsd: 0.06 },
      mean: { modelCalls: 2, toolCalls: 1, tokens: 100 },
      medianMs: 300,
    })
    expect(only?.interval.low).toBeCloseTo(0.0945, 3)
  })

  it('knows no cost where one session has none, and no accuracy where nothing was scored', () => {
    const unpriced = result('a', '2', 'right', { usage: { ...usage, costUsd: null } })
    const { arms } = summarise([arm('a'), arm('b')], [result('a', '1', 'right'), unpriced])
    expect(arms).toMatchObject([
      { total: { costUsd: null }, mean: { costUsd: null } },
      { count: 0, accuracy: null, interval: { low: 0, high: 1 }, medianMs: null },
    ])
  })

  it('takes the middle of two medians', () => {
    const results = [100, 200].map((activeMs, at) =>
      result('a', String(at), 'right', { usage: { ...usage, activeMs } }),
    )
    expect(summarise([arm('a')], results).arms[0]?.medianMs).toBe(150)
  })

  it('compares two arms on the tasks both have, and leaves out what nobody judged', () => {
    const results = [
      ...['1', '2', '3'].map((task) => result('a', task, 'right')),
      result('a', '4', 'wrong'),
      result('a', '5', 'right'),
      result('a', '6', 'unjudged'),
      result('b', '1', 'right'),
      result('b', '2', 'wrong'),
      result('b', '3', 'wrong'),
      result('b', '4', 'wrong'),
      result('b', '6', 'right'),
    ]
    expect(summarise([arm('a'), arm('b')], results).pairs).toEqual([
      { one: 'a', other: 'b', both: 1, onlyOne: 2, onlyOther: 0, neither: 1, p: 0.5 },
    ])
  })

  it('tests nothing where tasks are repeated', () => {
    const results = [1, 2].flatMap((repeat) => [
      result('a', '1', 'right', { repeat }),
      result('b', '1', 'wrong', { repeat }),
    ])
    expect(summarise([arm('a'), arm('b')], results).pairs).toMatchObject([{ onlyOne: 2, p: null }])
  })

  it('counts what judging took apart from the arms', () => {
    const judge = { session: 'j', why: 'same', usage: { ...usage, modelCalls: 1, toolCalls: 0, costUsd: 0.5 } }
    const summary = summarise([arm('a')], [result('a', '1', 'right', { judge })])
    expect(summary.judging).toEqual({ sessions: 1, modelCalls: 1, toolCalls: 0, tokens: 100, costUsd: 0.5 })
    expect(summary.arms[0]?.total.costUsd).toBe(0.02)
  })
})

describe("McNemar's exact test", () => {
  it.each([
    [0, 0, 1],
    [5, 5, 1],
    [0, 5, 0.0625],
    [1, 9, 0.021484375],
    [10, 2, 0.03857421875],
  ])('of %i and %i gives %f', (one, other, p) => {
    expect(mcNemar(one, other)).toBeCloseTo(p, 10)
  })

  it('is the same both ways, and a probability, of thousands as well', () => {
    const count = fc.nat({ max: 5000 })
    fc.assert(
      fc.property(count, count, (one, other) => {
        const p = mcNemar(one, other)
        expect(p).toBe(mcNemar(other, one))
        expect(p >= 0 && p <= 1).toBe(true)
      }),
    )
  })
})

describe('the score of an answer', () => {
  const task = { answers: ['Paris', 'Lutetia'], scorer: 'exact', tolerance: { absolute: 0, relative: 0 } } as const

  it('is right when one accepted answer is given, after the marker where there is one', () => {
    expect(scoreAnswer(task, 'lutetia')).toBe(true)
    expect(scoreAnswer(task, 'It was Rome first.\nFINAL ANSWER: Paris')).toBe(true)
    expect(scoreAnswer(task, 'Rome')).toBe(false)
  })

  it('is wrong without an answer, whoever judges', () => {
    expect(scoreAnswer({ ...task, scorer: 'judge' }, null)).toBe(false)
    expect(scoreAnswer({ ...task, scorer: 'judge' }, '  ')).toBe(false)
  })

  it('is left to a judge where one is wanted', () => {
    expect(scoreAnswer({ ...task, scorer: 'judge' }, 'Paris')).toBeUndefined()
  })

  it('reads an answer that is no text as JSON', () => {
    expect(answeredText({ city: 'Paris' })).toBe('{"city":"Paris"}')
    expect(scoreAnswer({ ...task, answers: ['4'] }, 4)).toBe(true)
  })
})
