import { ApiError } from '@gyre/server/client'
import { describe, expect, it } from 'vitest'
import type { Intervene } from '../api/sessions.ts'
import { isUnreachable, newKey, UnsentStore } from './unsent.ts'

const steer = (text: string): Intervene => ({ action: 'steer', body: { text } })
const unsent = (key: string, sent: Intervene) => ({ key, at: 0, sent })
const refusal = (status: number, code: string) => new ApiError(status, { code, message: 'No.', fix: '' })

describe('what was sent while the server could not be reached', () => {
  it('is sent in its order and with its own keys, and is gone then', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    store.keep('a', unsent('2', { action: 'pause' }))
    store.keep('b', unsent('3', steer('other')))
    const seen: unknown[] = []
    await store.flush('a', async (sent, key) => seen.push([key, sent.action]))
    expect(seen).toEqual([
      ['1', 'steer'],
      ['2', 'pause'],
    ])
    expect([store.of('a'), store.of('b').length]).toEqual([[], 1])
  })

  it('waits on when nobody answers', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    await store.flush('a', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(store.of('a')).toEqual([unsent('1', steer('one'))])
  })

  it('says why it was refused, and holds up nothing else', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    store.keep('a', unsent('2', steer('two')))
    await store.flush('a', async (_, key) => {
      if (key === '1') throw refusal(409, 'session-ended')
    })
    expect(store.of('a')).toEqual([{ ...unsent('1', steer('one')), refused: 'The session ended before it was sent.' }])
  })

  it('is not sent twice by two that see the connection come back', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    let sent = 0
    const send = async () => {
      sent += 1
    }
    await Promise.all([store.flush('a', send), store.flush('a', send)])
    expect(sent).toBe(1)
  })

  it('can be changed and taken back', () => {
    const store = new UnsentStore()
    store.keep('a', { ...unsent('1', steer('one')), refused: 'No.' })
    store.edit('a', '1', { text: 'other' })
    expect(store.of('a')).toEqual([unsent('1', steer('other'))])
    store.remove('a', '1')
    expect(store.of('a')).toEqual([])
  })

  it.each([
    [new TypeError('Failed to fetch'), true],
    [refusal(503, 'internal'), true],
    [refusal(500, 'internal'), false],
    [refusal(409, 'session-ended'), false],
  ])('%s tells whether the server was reached', (error, isLost) => {
    expect(isUnreachable(error)).toBe(isLost)
  })

  it('has a key of its own', () => {
    expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
    expect(newKey()).not.toBe(newKey())
  })
})
