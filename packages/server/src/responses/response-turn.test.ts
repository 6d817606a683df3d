import type { FactEvent, JsonObject } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { Narrator } from '../narration/narrator.ts'
import { ResponseTurn } from './response-turn.ts'

type Told = readonly [type: FactEvent['type'], data?: JsonObject, path?: string]

/** Facts one after the other, told to a response that begins after so many of them. */
function turnAfter(after: number, facts: readonly Told[]) {
  const turn = new ResponseTurn(new Narrator({ speaksAnswer: () => false }), after)
  const moments = facts.flatMap(([type, data = {}, path], index) => {
    if (turn.stop) return []
    const place = path === undefined ? {} : { path }
    return turn.apply({ v: 1, seq: index + 1, at: '2026-01-01T00:00:00.000Z', type, session: 'ses_7', data, ...place })
  })
  return { stop: turn.stop, types: moments.map(({ type }) => type) }
}

const status = (word: string): Told => ['session.status', { status: word }]
const asked = (path: string, kind: string): Told => [
  'question.asked',
  { kind, question: '?', data: { tool: 'look' } },
  path,
]
const answered = (path: string, kind: string): Told => ['question.answered', { kind, text: 'rain' }, path]
const ended: Told = ['session.ended', { outcome: 'answered', status: 'completed', answer: 'Rain.' }]

const waiting: readonly Told[] = [
  ['session.created', { task: { goal: 'Weather?', messages: [], files: [] } }],
  asked('act#1', 'tool'),
  asked('act#2', 'tool'),
  status('waiting'),
]

describe('the stretch of a response', () => {
  it('ends where the session waits for its client', () => {
    const { stop, types } = turnAfter(0, [...waiting, ended])
    expect(stop).toMatchObject({ seq: 4, ending: undefined, questions: [{ path: 'act#1' }, { path: 'act#2' }] })
    expect(types.filter((type) => type === 'client-call')).toHaveLength(2)
  })

  it('goes on while answers are on their way', () => {
    const facts = [
      ...waiting,
      answered('act#1', 'tool'),
      status('running'),
      status('waiting'),
      answered('act#2', 'tool'),
      status('running'),
      ended,
    ]
    const { stop, types } = turnAfter(4, facts)
    expect(stop).toMatchObject({ seq: 10, ending: { text: 'Rain.' } })
    expect(types).not.toContain('client-call')
  })

  it('ends where something else is asked', () => {
    const facts = [
      ...waiting,
      answered('act#1', 'tool'),
      answered('act#2', 'tool'),
      status('running'),
      asked('act#3', 'approval'),
      status('waiting'),
      ended,
    ]
    expect(turnAfter(4, facts).stop).toMatchObject({ seq: 9, questions: [{ path: 'act#3', kind: 'approval' }] })
  })

  it('ends where an answer was refused', () => {
    const refused: Told = ['intervention.rejected', { id: 'itv_1', action: 'answer', why: 'not-a-choice' }]
    expect(turnAfter(4, [...waiting, refused, ended]).stop).toMatchObject({ seq: 5 })
  })

  it('goes on when somebody was refused something else', () => {
    const sent = (id: string, question: string): Told => [
      'intervention.queued',
      { id, action: 'answer', body: { question } },
    ]
    const refused = (id: string): Told => ['intervention.rejected', { id, action: 'answer', why: 'no-question' }]
    const facts = [...waiting, sent('itv_1', 'nope#1'), sent('itv_2', 'act#1'), refused('itv_1')]
    expect(turnAfter(4, facts).stop).toBeUndefined()
    expect(turnAfter(4, [...waiting, ['intervention.rejected', { id: 'itv_3', action: 'pause' }]]).stop).toBeUndefined()
  })

  it('ends where the session is set aside', () => {
    const error = { code: 'journal-mismatch', message: 'It was another.' }
    const aside: Told = ['session.status', { status: 'waiting', error }]
    expect(turnAfter(4, [...waiting, status('running'), aside]).stop).toMatchObject({ seq: 6, refusal: error })
  })

  it('is not over while the session works or is paused', () => {
    expect(turnAfter(0, [...waiting.slice(0, 1), status('paused'), status('running')]).stop).toBeUndefined()
  })

  it('tells nothing of a call that the end cut off', () => {
    const turn = new ResponseTurn(new Narrator({ speaksAnswer: () => false }), 0)
    const at = '2026-01-01T00:00:00.000Z'
    const told = { v: 1, at, session: 'ses_7' }
    const begun = turn.apply({
      ...told,
      type: 'step.started',
      path: 'act#1',
      data: { kind: 'tool', tool: 'weather', input: {} },
    })
    expect(begun.map(({ type }) => type)).toContain('tool-begun')
    const last = turn.apply({ ...told, seq: 1, type: 'session.ended', data: { outcome: 'aborted', status: 'aborted' } })
    expect(last.map(({ type }) => type)).not.toContain('tool-ended')
    expect(turn.stop?.seq).toBe(1)
  })
})
