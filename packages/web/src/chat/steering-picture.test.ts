import { describe, expect, it } from 'vitest'
import type { SentIntervention } from '../api/sessions.ts'
import { SessionLog } from '../session/session-log.ts'
import { steeringRows, tooLate } from './steering-picture.ts'

const sent = (more: Partial<SentIntervention>): SentIntervention => ({
  id: 'int_1',
  action: 'steer',
  body: { text: 'Prefer primary sources.' },
  by: 'local',
  at: '2026-11-16T17:00:00.000Z',
  state: 'queued',
  appliedAt: null,
  why: null,
  ...more,
})

const log = () => {
  const session = new SessionLog('ses_1')
  for (const [seq, path] of ['think#1', 'think#2'].entries()) {
    const data = { kind: 'generate', request: {}, result: {} }
    session.apply({
      v: 1,
      seq: seq + 1,
      at: '2026-11-16T17:00:00.000Z',
      type: 'step.finished',
      session: 'ses_1',
      path,
      data,
    })
  }
  return session
}

describe('what people did to a session', () => {
  it('is queued and can be changed', () => {
    expect(steeringRows([sent({})], log())).toEqual([
      {
        id: 'int_1',
        action: 'steer',
        text: 'Prefer primary sources.',
        by: 'local',
        state: 'queued',
        fate: 'queued for the next step',
        isTooLate: false,
        canEdit: true,
      },
    ])
  })

  it('is said in one message where it came too late', () => {
    const late = { state: 'rejected', why: 'session-ended' } as const
    const all = [
      sent({ ...late, body: { text: 'Shorter.' } }),
      sent({ ...late, body: { text: 'In French.' } }),
      sent({ ...late, action: 'finish', body: {} }),
      sent({ state: 'applied' }),
    ]
    expect(tooLate(steeringRows(all, log()))).toBe('Shorter.\n\nIn French.')
    expect(tooLate(steeringRows(all.slice(2), log()))).toBeUndefined()
  })

  it('is applied at a step, rejected with why, or withdrawn, and stays', () => {
    const all = [
      sent({ state: 'applied', appliedAt: 'think#2' }),
      sent({ state: 'applied', appliedAt: 'gone#1' }),
      sent({ state: 'rejected', why: 'not-a-choice' }),
      sent({ state: 'withdrawn' }),
    ]
    expect(steeringRows(all, log()).map(({ fate }) => fate)).toEqual([
      'applied at step 2, think',
      'applied',
      'rejected: it is none of the choices',
      'withdrawn',
    ])
  })

  it('is told in words where nothing was said, and a file by its name', () => {
    const all = [
      sent({ action: 'finish', body: {} }),
      sent({ action: 'context', body: { file: { name: 'notes.md' } } }),
      sent({ action: 'pause', body: {} }),
    ]
    expect(steeringRows(all, log()).map(({ text, canEdit }) => [text, canEdit])).toEqual([
      ['Finish now with what there is', false],
      ['notes.md', false],
    ])
  })
})
