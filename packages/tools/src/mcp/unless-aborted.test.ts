import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { unlessAborted } from './unless-aborted.ts'

describe('work that may be aborted', () => {
  it.each([
    ['ends well', () => Promise.resolve('done'), 'done'],
    ['fails', () => Promise.reject(new Error('no')), 'no'],
  ])('leaves nothing on the signal when it %s', async (_, work, expected) => {
    const { signal } = new AbortController()
    const ended = await unlessAborted(work(), signal).catch(({ message }: Error) => message)
    expect(ended).toBe(expected)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('is not waited for once the signal aborts, or when it has', async () => {
    const abort = new AbortController()
    const waiting = unlessAborted(new Promise(() => {}), abort.signal)
    abort.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    await expect(unlessAborted(new Promise(() => {}), abort.signal, () => 'for this')).rejects.toBe('for this')
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
  })
})
