import type { SessionEvent } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { eventText, snapshotText } from './event-text.ts'

const at = '2026-01-01T00:00:00.000Z'

describe('an event as text', () => {
  it('carries the number of a fact as its id', () => {
    const fact: SessionEvent = { v: 1, seq: 7, at, type: 'note', session: 'ses_1', path: 'a', data: { text: 'x\ny' } }
    expect(eventText(fact)).toBe(
      'id: 7\nevent: note\ndata: {"v":1,"seq":7,"at":"2026-01-01T00:00:00.000Z","type":"note","session":"ses_1","path":"a","data":{"text":"x\\ny"}}\n\n',
    )
  })

  it('carries no id when it only previews a fact', () => {
    const delta: SessionEvent = { v: 1, at, type: 'text.delta', session: 'ses_1', path: 'a', data: { text: 'x' } }
    expect(eventText(delta)).toMatch(/^event: text\.delta\ndata: \{.*\}\n\n$/)
  })

  it('is made once for all who watch', () => {
    let made = 0
    const data = { toJSON: () => ({ made: ++made }) } as unknown as SessionEvent['data']
    const delta: SessionEvent = { v: 1, at, type: 'text.delta', session: 'ses_1', path: 'a', data }
    expect(eventText(delta)).toBe(eventText(delta))
    expect(made).toBe(1)
  })

  it('tells the whole session with the number of its last fact', () => {
    expect(snapshotText(3, { goal: 'Go' })).toBe('id: 3\nevent: snapshot\ndata: {"seq":3,"record":{"goal":"Go"}}\n\n')
  })
})
