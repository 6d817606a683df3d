import { describe, expect, it } from 'vitest'
import { Messages } from './messages.ts'

describe('messages', () => {
  it('are read by all but their sender', () => {
    const [payload = ''] = new Messages('host/1').pack('told', [['ses_1', { text: 'a\0b' }], ['ses_2']])
    expect(payload).toBe('{"by":"host/1","n":1,"told":[["ses_1",{"text":"a\\u0000b"}],["ses_2"]]}')
    expect(new Messages('host/1').read(payload)).toBeUndefined()
    expect(new Messages('host/2').read(payload)).toEqual({
      ...{ by: 'host/1', new: [], still: [] },
      told: [['ses_1', { text: 'a\0b' }], ['ses_2']],
    })
  })

  it('are as many payloads as they need, each below what the server takes', () => {
    const messages = new Messages(`${'é'.repeat(60)}/1`)
    const ids = Array.from({ length: 2000 }, (_, at) => `ses_é_${at}`)
    const payloads = messages.pack('still', ids)
    expect(payloads.length).toBe(4)
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(7900)
    expect(payloads.flatMap((payload) => new Messages('other').read(payload)?.still)).toEqual(ids)
  })

  it('that say the same differ: the server would drop one', () => {
    const messages = new Messages('host/1')
    const item = 'x'.repeat(7000)
    expect(new Set(messages.pack('still', [item, item])).size).toBe(2)
  })

  it('leave out what has no room', () => {
    const messages = new Messages('host/1')
    const fits = 'x'.repeat(messages.room - 3)
    expect(messages.pack('new', [`${fits}x`, fits]).map((payload) => payload.length)).toEqual([7881])
    expect(messages.pack('new', [])).toEqual([])
  })

  it.each(['', 'null', '7', '{}', '{"by":1}', 'ses_1', '{"by":"a"'])(
    'of somebody else are not understood: %s',
    (payload) => {
      expect(new Messages('host/1').read(payload)).toBeUndefined()
    },
  )

  it('of another version are understood as far as they can be', () => {
    const none = { by: 'a', new: [], still: [], told: [] }
    expect(new Messages('host/1').read('{"by":"a","told":7,"more":[]}')).toEqual(none)
  })
})
