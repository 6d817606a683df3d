import { describe, expect, it } from 'vitest'
import { withoutSettled } from './inbox-items.ts'

const items = [
  { session: 'ses_1', kind: 'question', path: 'ask#1' },
  { session: 'ses_1', kind: 'approval', path: 'act#1[0]' },
  { session: 'ses_2', kind: 'question', path: 'ask#1' },
  { session: 'ses_3', kind: 'break-point', path: null },
]

const left = (session: string, sent: Parameters<typeof withoutSettled>[2]) =>
  withoutSettled(items, session, sent).map(({ session: of, kind }) => `${of} ${kind}`)

const all = ['ses_1 question', 'ses_1 approval', 'ses_2 question', 'ses_3 break-point']

describe('what is sent to a session', () => {
  it('takes the question out of the inbox that it answers, and no other', () => {
    expect(left('ses_1', { action: 'answer', body: { text: 'yes', question: 'ask#1' } })).toEqual(all.slice(1))
    expect(left('ses_1', { action: 'approve', body: { question: 'act#1[0]' } })).toEqual([all[0], ...all.slice(2)])
  })

  it('takes a pause out of it that it ends', () => {
    expect(left('ses_3', { action: 'resume' })).toEqual(all.slice(0, 3))
    expect(left('ses_1', { action: 'resume' })).toEqual(all)
  })

  it('leaves the rest to the server', () => {
    expect(left('ses_1', { action: 'steer', body: { text: 'Be brief.' } })).toEqual(all)
    expect(left('ses_3', { action: 'step' })).toEqual(all)
  })
})
