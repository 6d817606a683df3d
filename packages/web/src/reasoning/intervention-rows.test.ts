import type { JsonObject } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { SentIntervention } from '../api/sessions.ts'
import { SessionLog } from '../session/session-log.ts'
import { canEdit, interventionRows, interventionText } from './intervention-rows.ts'

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

const told = (log: SessionLog, seq: number, type: 'applied' | 'queued', data: JsonObject) =>
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

  it('is applied as the journal says it was, though it was changed since the server was asked', () => {
    const log = new SessionLog('s')
    told(log, 2, 'queued', { id: 'itv_1', action: 'steer', by: 'ada', body: { text: 'Be short.' } })
    told(log, 3, 'queued', { id: 'itv_1', action: 'steer', by: 'ada', body: { text: 'Be long.' }, edited: true })
    told(log, 4, 'applied', { id: 'itv_1', action: 'steer', by: 'ada', at: 'think#2' })
    expect(interventionRows(log, [sent('itv_1')])).toMatchObject([
      { id: 'itv_1', state: 'applied', appliedAt: 'think#2', body: { text: 'Be long.' } },
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
    ['steer', { text: 'Stop.', branch: 'round#1[0]' }, 'Steer: “Stop.” to round, branch 1'],
    ['context', { text: 'A fact.' }, 'Add context: “A fact.”'],
    ['context', { file: { name: 'offer.pdf' } }, 'Add context: offer.pdf'],
    ['override', { tool: 'web.search', input: { query: 'x' } }, 'Override: call web.search, query: x'],
    ['override', { result: 'no', path: 'act#1[0]' }, 'Override the result of act'],
    ['override', { result: 'no' }, 'Override the result of the next step'],
    ['plan', { steps: [{}, {}] }, 'Change the plan: 2 steps left'],
    ['answer', { text: 'yes' }, 'Answer: “yes”'],
    ['reject', { reason: 'too dear' }, 'Reject: too dear'],
    ['approve', { question: 'act#1[0]' }, 'Approve'],
    ['approve', { input: { to: 'ada' } }, 'Approve with changed arguments'],
    ['pause', {}, 'Pause'],
  ])('says what %s wants: %j', (action, body, line) => {
    expect(interventionText({ action, body })).toBe(line)
  })
})

describe('what can be changed while it is queued', () => {
  it.each([
    ['steer', { text: 'Be short.' }, true],
    ['context', { text: 'A fact.' }, true],
    ['context', { file: { name: 'a' } }, false],
    ['override', { result: 1 }, true],
    ['plan', { steps: [] }, true],
    ['finish', {}, false],
  ])('%s %j: %s', (action, body, can) => {
    expect(canEdit({ action, body })).toBe(can)
  })
})
