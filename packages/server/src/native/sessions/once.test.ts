import { memoryStore } from '@gyre/stores/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { once } from './once.ts'

afterEach(() => {
  vi.useRealTimers()
})

const wanted = (key = 'one', asked: unknown = { goal: 'Go' }) => ({ whose: 'local', key, asked })

describe('what is made once for a key', () => {
  it('is made by one of many, and known to all', async () => {
    const { keyValue } = memoryStore()
    let count = 0
    const make = async () => `made ${++count}`
    const ids = await Promise.all([1, 2, 3].map(() => once({ keyValue, ...wanted() }, make)))
    expect(ids).toEqual(['made 1', 'made 1', 'made 1'])
    expect(await once({ keyValue, ...wanted('two') }, make)).toBe('made 2')
  })

  it('is the same whatever the order of the fields, and refused for another body', async () => {
    const { keyValue } = memoryStore()
    await once({ keyValue, ...wanted('one', { goal: 'Go', loop: 'cot' }) }, async () => 'made')
    const never = async () => 'never'
    expect(await once({ keyValue, ...wanted('one', { loop: 'cot', goal: 'Go' }) }, never)).toBe('made')
    const other = once({ keyValue, ...wanted('one', { goal: 'Stay', loop: 'cot' }) }, never)
    await expect(other).rejects.toMatchObject({ code: 'request-invalid' })
  })

  it('is free again when nothing was made', async () => {
    const { keyValue } = memoryStore()
    const failing = once({ keyValue, ...wanted() }, () => Promise.reject(new Error('No.')))
    await expect(failing).rejects.toThrow('No.')
    expect(await once({ keyValue, ...wanted('one', 'another body') }, async () => 'made')).toBe('made')
  })

  it('can be made a minute after its maker died, and stays made for a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { keyValue } = memoryStore()
    void once({ keyValue, ...wanted() }, () => new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(60_001)
    expect(await once({ keyValue, ...wanted() }, async () => 'made')).toBe('made')
    await vi.advanceTimersByTimeAsync(86_000_000)
    expect(await once({ keyValue, ...wanted() }, async () => 'again')).toBe('made')
  })
})
