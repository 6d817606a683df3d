import { describe, expect, it } from 'vitest'
import { SessionLog } from '../session/session-log.ts'
import { offeredAmounts, openQuestions, readArguments } from './open-questions.ts'

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`

function waiting(): SessionLog {
  const log = new SessionLog('ses_1')
  const plan = [
    { id: 's5', goal: 'Ask', needs: [] },
    { id: 's6', goal: 'Payback', needs: ['s5'] },
  ]
  log.apply({ v: 1, seq: 1, at: at(1), type: 'plan.changed', session: 'ses_1', path: 'plan#1', data: { result: plan } })
  log.apply({
    v: 1,
    seq: 2,
    at: at(2),
    type: 'question.asked',
    session: 'ses_1',
    path: 's5#1/ask#1',
    data: { kind: 'question', question: 'What heats the house?' },
  })
  return log
}

describe('the open questions of a session', () => {
  it('are none before one is asked', () => {
    expect(openQuestions(new SessionLog('ses_1'))).toEqual([])
  })

  it('tell since when they wait, and which steps need them', () => {
    expect(openQuestions(waiting())).toMatchObject([
      {
        question: { path: 's5#1/ask#1' },
        askedAt: Date.parse(at(2)),
        neededBy: ['s6'],
        goingOn: 0,
        refused: undefined,
      },
    ])
  })

  it('tell how many calls go on meanwhile, without the one that waits and what holds it', () => {
    const log = waiting()
    const begin = (path: string, kind: string) =>
      log.apply({ v: 1, at: at(3), type: 'step.started', session: 'ses_1', path, data: { kind } })
    begin('s5#1', 'tool')
    begin('s5#1/ask#1', 'ask')
    begin('s8#1/search#1', 'tool')
    expect(openQuestions(log)[0]?.goingOn).toBe(1)
  })

  it('tell why an answer was not taken, until another is sent', () => {
    const log = waiting()
    const sent = { id: 'itv_1', action: 'answer', body: { text: 'x', question: 's5#1/ask#1' }, by: 'ada' }
    log.apply({ v: 1, seq: 3, at: at(3), type: 'intervention.queued', session: 'ses_1', data: sent })
    const why = { id: 'itv_1', action: 'answer', why: 'not-a-choice: a | b' }
    log.apply({ v: 1, seq: 4, at: at(4), type: 'intervention.rejected', session: 'ses_1', data: why })
    expect(openQuestions(log)[0]?.refused).toBe('it is none of the choices: a | b')
    log.apply({
      v: 1,
      seq: 5,
      at: at(5),
      type: 'intervention.queued',
      session: 'ses_1',
      data: { ...sent, id: 'itv_2' },
    })
    expect(openQuestions(log)[0]?.refused).toBeUndefined()
  })
})

describe('what is asked for more of', () => {
  it('has amounts at hand that fit it', () => {
    expect(offeredAmounts('costUsd')).toEqual([0.1, 0.5, 1])
    expect(offeredAmounts('modelCalls')).toEqual([5, 10, 25])
  })
})

describe('arguments that a person edits', () => {
  it('are read as JSON', () => {
    expect(readArguments('{"a": [1]}')).toEqual({ value: { a: [1] } })
  })

  it('are told to be none otherwise', () => {
    expect(readArguments('{a}')).toMatch(/^This is no JSON: /)
  })
})
