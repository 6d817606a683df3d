import { describe, expect, it } from 'vitest'
import { created, ended, modelCall, type Told, toldSession } from '../../test/support/told-session.ts'
import { unfinishedAnswer } from './unfinished-answer.ts'

const cut = (path: string, text: string, request: object = {}): Told => ({
  type: 'step.failed',
  path,
  data: JSON.parse(JSON.stringify({ kind: 'generate', request, error: {}, partial: [{ type: 'text', text }] })),
})

const aborted = ended({ outcome: 'aborted', status: 'aborted', answer: null })

describe('an answer that was stopped', () => {
  it('is what was written until then', () => {
    expect(unfinishedAnswer(toldSession(created(), cut('answer#1', 'A river is '), aborted))).toBe('A river is')
  })

  it('is none while it is written, beside an answer, and where nothing was', () => {
    const said = cut('answer#1', 'A river is ')
    expect(unfinishedAnswer(toldSession(created(), said))).toBeUndefined()
    expect(unfinishedAnswer(toldSession(created(), said, ended()))).toBeUndefined()
    expect(unfinishedAnswer(toldSession(created(), modelCall('answer#1', 3), aborted))).toBeUndefined()
    expect(unfinishedAnswer(toldSession(created(), aborted))).toBeUndefined()
  })

  it('is not what a loop inside, a judge or a form was writing', () => {
    const others = [
      cut('step#1/react/answer#1', 'inner'),
      cut('judge#1', 'Good.', { role: 'judge' }),
      cut('plan#1', 'steps', { output: { name: 'plan' } }),
      cut('plan#1', '{"steps": ['),
    ]
    for (const other of others) expect(unfinishedAnswer(toldSession(created(), other, aborted))).toBeUndefined()
  })
})
