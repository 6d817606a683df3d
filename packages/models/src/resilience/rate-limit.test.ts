import { user } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { estimateTokens, type ModelLimits, RateLimit } from './rate-limit.ts'

const never = new AbortController().signal
const request = { messages: [user('x'.repeat(400))] }

/** Two processes over one table. */
function limited(limits: ModelLimits) {
  const [clock, { keyValue }] = [simulatedClock(30_000), memoryStore()]
  const open = () => new RateLimit({ model: 'acme/one', limits, keyValue, clock })
  return { clock, here: open(), there: open() }
}

describe('rate limit', () => {
  it('counts the requests of all processes, and lets the next one wait for the next minute', async () => {
    const { clock, here, there } = limited({ requestsPerMinute: 2 })
    await here.admit(request, never)
    await there.admit(request, never)
    expect(clock.now()).toBe(30_000)
    await clock.runUntil(here.admit(request, never))
    expect(clock.now()).toBe(60_000)
  })

  it('counts tokens by an estimate, and by what the provider counted when that is known', async () => {
    const { clock, here, there } = limited({ tokensPerMinute: 1000 })
    const settle = await here.admit(request, never)
    await settle({ inputTokens: 700, outputTokens: 250 })
    await clock.runUntil(there.admit(request, never))
    expect(clock.now()).toBe(60_000)
  })

  it('corrects the minute in which the room was reserved', async () => {
    const { clock, here, there } = limited({ tokensPerMinute: 1000 })
    const settle = await here.admit(request, never)
    await clock.advance(45_000)
    await settle({ inputTokens: 900, outputTokens: 150 })
    await there.admit(request, never)
    expect(clock.now()).toBe(75_000)
  })

  it('keeps its estimate when the provider counts nothing', async () => {
    const { clock, here, there } = limited({ tokensPerMinute: 200 })
    const settle = await here.admit(request, never)
    await settle({ inputTokens: Number.NaN, outputTokens: 5 })
    await there.admit(request, never)
    expect(clock.now()).toBe(30_000)
    await clock.runUntil(there.admit(request, never))
    expect(clock.now()).toBe(60_000)
  })

  it('gives room back that a waiting request did not use', async () => {
    const { clock, here, there } = limited({ tokensPerMinute: 150 })
    await here.admit(request, never)
    const waiting = there.admit(request, never)
    await clock.advance(1)
    await here.admit({ messages: [user('x'.repeat(160))] }, never)
    expect(clock.now()).toBe(30_001)
    await clock.runUntil(waiting)
    expect(clock.now()).toBe(60_000)
  })

  it('gives a request that is larger than the limit a minute of its own', async () => {
    const { clock, here } = limited({ tokensPerMinute: 50 })
    await here.admit(request, never)
    await clock.runUntil(here.admit(request, never))
    expect(clock.now()).toBe(60_000)
  })

  it('ends the wait when the call is aborted', async () => {
    const { clock, here } = limited({ requestsPerMinute: 1 })
    const abort = new AbortController()
    await here.admit(request, never)
    const waiting = here.admit(request, abort.signal)
    await clock.advance(1)
    abort.abort(new Error('Enough.'))
    await expect(waiting).rejects.toThrow('Enough.')
  })

  it('reads four characters as a token, in messages, calls and tools', () => {
    expect(estimateTokens(request)).toBe(100)
    const call = { type: 'tool-call' as const, id: '1', tool: 'search', input: { query: 'abc' } }
    expect(estimateTokens({ messages: [{ role: 'assistant', parts: [call] }] })).toBe(4)
    expect(estimateTokens({ messages: [], tools: [{ name: 'a', description: 'b', input: {} }] })).toBe(11)
    const image = { type: 'image' as const, mediaType: 'image/png', data: '' }
    expect(estimateTokens({ messages: [{ role: 'user', parts: [image] }] })).toBe(1000)
  })
})
