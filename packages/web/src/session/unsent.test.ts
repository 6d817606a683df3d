import { ApiError } from '@gyre/server/client'
import { describe, expect, it } from 'vitest'
import type { Intervene } from '../api/sessions.ts'
import { isUnreachable, newKey, type Sender, UnsentStore } from './unsent.ts'

const steer = (text: string): Intervene => ({ action: 'steer', body: { text } })
const unsent = (key: string, sent: Intervene) => ({ key, at: 0, sent })
/** A server that takes what it is sent as it is. */
const sender = (send: (sent: Intervene, key: string) => unknown): Sender => ({
  send: async (sent, key) => {
    await send(sent, key)
    return { id: `int_${key}`, body: sent.body }
  },
  amend: () => Promise.reject(new Error('Nothing was changed.')),
})
const refusal = (status: number, code: string) => new ApiError(status, { code, message: 'No.', fix: '' })

describe('what was sent while the server could not be reached', () => {
  it('is sent in its order and with its own keys, and is gone then', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    store.keep('a', unsent('2', { action: 'pause' }))
    store.keep('b', unsent('3', steer('other')))
    const seen: unknown[] = []
    await store.flush(
      'a',
      sender((sent, key) => seen.push([key, sent.action])),
    )
    expect(seen).toEqual([
      ['1', 'steer'],
      ['2', 'pause'],
    ])
    expect([store.of('a'), store.of('b').length]).toEqual([[], 1])
  })

  it('waits on when nobody answers', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    await store.flush(
      'a',
      sender(() => Promise.reject(new TypeError('Failed to fetch'))),
    )
    expect(store.of('a')).toEqual([unsent('1', steer('one'))])
  })

  it('says why it was refused, and holds up nothing else', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    store.keep('a', unsent('2', steer('two')))
    await store.flush(
      'a',
      sender((_, key) => {
        if (key === '1') throw refusal(409, 'session-ended')
      }),
    )
    expect(store.of('a')).toEqual([{ ...unsent('1', steer('one')), refused: 'The session ended before it was sent.' }])
  })

  it('is not sent twice by two that see the connection come back', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    let sent = 0
    const send = sender(() => {
      sent += 1
    })
    await Promise.all([store.flush('a', send), store.flush('a', send)])
    expect(sent).toBe(1)
  })

  it('is put right when an earlier try came through with other words', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    store.edit('a', '1', { text: 'other' })
    const amended: unknown[] = []
    await store.flush('a', {
      send: async () => ({ id: 'int_1', body: { text: 'one' } }),
      amend: async (id, body) => amended.push([id, body]),
    })
    expect(amended).toEqual([['int_1', { text: 'other' }]])
    expect(store.of('a')).toEqual([])
  })

  it('is put right when it was changed on its way', async () => {
    const store = new UnsentStore()
    store.keep('a', unsent('1', steer('one')))
    const amended: unknown[] = []
    await store.flush('a', {
      send: async (sent) => {
        store.edit('a', '1', { text: 'other' })
        return { id: 'int_1', body: sent.body }
      },
      amend: async (id, body) => amended.push([id, body]),
    })
    expect(amended).toEqual([['int_1', { text: 'other' }]])
  })

  it('is there again after the page was loaded anew', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
    }
    new UnsentStore(storage).keep('a', unsent('1', steer('one')))
    const store = new UnsentStore(storage)
    expect([store.of('a'), store.waiting]).toEqual([[unsent('1', steer('one'))], ['a']])
  })

  it('waits in this page alone when the browser has no room for it', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }
    const store = new UnsentStore(full)
    store.keep('a', unsent('1', steer('one')))
    expect(store.waiting).toEqual(['a'])
  })

  it('waits no longer once it was refused, until it is sent again', () => {
    const store = new UnsentStore()
    store.keep('a', { ...unsent('1', steer('one')), refused: 'No.' })
    expect(store.waiting).toEqual([])
    store.sendAgain('a', '1')
    expect(store.waiting).toEqual(['a'])
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
    [refusal(429, 'rate-limited'), true],
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
