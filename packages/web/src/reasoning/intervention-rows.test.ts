import { describe, expect, it } from 'vitest'
import type { SentIntervention } from '../api/sessions.ts'
import { SessionLog } from '../session/session-log.ts'
import { editableText, editedBody, interventionRows, interventionText } from './intervention-rows.ts'

const sent = (id: string, more: Partial<SentIntervention> = {}): SentIntervention => ({
  id,
  action: 'steer',
  body: { text: 'Be short.' },
  by: 'ada',
  at: '2026-01-01T00:00:01.000Z',
  state: 'queued',
  appliedAt: null,
  why: null,
  ...more,
})

const told = (log: SessionLog, seq: number, type: 'applied' | 'queued', data: Readonly<Record<string, string>>) =>
  log.apply({
    v: 1,
    seq,
    at: `2026-01-01T00:00:0${seq}.000Z`,
    type: `intervention.${type}`,
    session: log.id,
    data,
  })

describe('what was sent to a session', () => {
  it('stands newest first, as the server knows it', () => {
    const later = sent('itv_2', { at: '2026-01-01T00:00:02.000Z', state: 'rejected', why: 'no-plan', action: 'plan' })
    expect(interventionRows(new SessionLog('s'), [sent('itv_1'), later])).toMatchObject([
      { id: 'itv_2', state: 'rejected', why: 'no-plan' },
      { id: 'itv_1', state: 'queued', body: { text: 'Be short.' }, by: 'ada' },
    ])
  })

  it('is applied as soon as the journal says so, and keeps what was said', () => {
    const log = new SessionLog('s')
    told(log, 3, 'applied', { id: 'itv_1', action: 'steer', by: 'ada', at: 'think#2' })
    expect(interventionRows(log, [sent('itv_1')])).toMatchObject([
      { id: 'itv_1', state: 'applied', appliedAt: 'think#2', body: { text: 'Be short.' } },
    ])
  })

  it('is known from the journal alone before the server was asked', () => {
    const log = new SessionLog('s')
    told(log, 3, 'queued', { id: 'itv_9', action: 'finish', by: 'bo' })
    expect(interventionRows(log, [])).toMatchObject([{ id: 'itv_9', action: 'finish', state: 'queued', by: 'bo' }])
  })
})

describe('an intervention in a line', () => {
  it.each([
    ['steer', { text: 'Be short.' }, 'Steer: “Be short.”'],
    ['steer', { text: 'Stop.', branch: 'round#1[0]' }, 'Steer: “Stop.” to round#1[0]'],
    ['context', { text: 'A fact.' }, 'Add context: “A fact.”'],
    ['context', { file: { name: 'offer.pdf' } }, 'Add context: offer.pdf'],
    ['override', { tool: 'web.search', input: { query: 'x' } }, 'Override: call web.search {"query":"x"}'],
    ['override', { result: 'no', path: 'act#1[0]' }, 'Override the result of act#1[0]'],
    ['override', { result: 'no' }, 'Override the result of the next step'],
    ['plan', { steps: [{}, {}] }, 'Change the plan: 2 steps left'],
    ['answer', { text: 'yes' }, 'Answer: “yes”'],
    ['reject', { reason: 'too dear' }, 'Reject: too dear'],
    ['pause', {}, 'Pause'],
  ])('says what %s wants: %j', (action, body, line) => {
    expect(interventionText({ action, body })).toBe(line)
  })
})

describe('what can be changed while it is queued', () => {
  it('is the text of guidance and context, and the whole of an override', () => {
    expect(editableText({ action: 'steer', body: { text: 'Be short.' } })).toBe('Be short.')
    expect(editableText({ action: 'override', body: { result: 1 } })).toBe('{\n  "result": 1\n}')
    expect(editableText({ action: 'finish', body: {} })).toBeUndefined()
    expect(editableText({ action: 'context', body: { file: { name: 'a' } } })).toBeUndefined()
  })

  it('keeps the branch it is for', () => {
    const row = { action: 'steer', body: { text: 'a', branch: 'b#1[0]' } }
    expect(editedBody(row, 'Be long.')).toEqual({ body: { text: 'Be long.', branch: 'b#1[0]' } })
  })

  it('is not sent when it says nothing, or is no JSON', () => {
    expect(editedBody({ action: 'steer', body: { text: 'a' } }, ' ')).toBe('It says nothing.')
    expect(editedBody({ action: 'override', body: {} }, '{')).toMatch(/^This is no JSON/)
    expect(editedBody({ action: 'override', body: {} }, '{"result": 2}')).toEqual({ body: { result: 2 } })
  })
})
