import { getEventListeners } from 'node:events'
import { type Model, type ModelPart, user } from '@gyre/core'
import { modelOf, simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { withDeadlines } from './deadline.ts'

const never = new AbortController().signal
const deadlines = { firstPartMs: 60_000, callMs: 600_000 }
const request = { messages: [user('Hello?')] }
const attempt = (model: Model, signal = never) => ({ model, request, call: { signal, session: 's', path: 'p' } })

/** Says these texts and then hangs, whatever it is told. Shows its signal. */
function hanging(...texts: readonly string[]): Model & { signal: AbortSignal } {
  return {
    id: 'acme/hanging',
    signal: never,
    async *stream(_request, { signal }) {
      this.signal = signal
      for (const text of texts) yield { type: 'text', text }
      await new Promise(() => {})
    },
  }
}

async function all(parts: AsyncIterable<ModelPart>): Promise<readonly ModelPart[]> {
  const read: ModelPart[] = []
  for await (const part of parts) read.push(part)
  return read
}

/** A clock that stands still and keeps a list of its timers. */
function recordingClock() {
  const set: number[] = []
  const running = new Set<() => void>()
  const after = (ms: number, call: () => void) => {
    set.push(ms)
    running.add(call)
    return () => running.delete(call)
  }
  return { now: () => 0, after, set, running }
}

describe('deadlines', () => {
  it('lets a model think without a word once it has begun', async () => {
    const clock = recordingClock()
    const thinking: Model = {
      id: 'acme/thinking',
      async *stream() {
        yield { type: 'alive' }
        yield { type: 'text', text: `${clock.running.size} timer` }
      },
    }
    expect(await all(withDeadlines(attempt(thinking), deadlines, clock))).toEqual([
      { type: 'alive' },
      { type: 'text', text: '1 timer' },
    ])
  })

  it('hands on what comes in time, and leaves no timer behind', async () => {
    const clock = recordingClock()
    const parts = await all(withDeadlines(attempt(modelOf(() => ({ text: 'Hi' }))), deadlines, clock))
    expect(parts.map(({ type }) => type)).toEqual(['text', 'text', 'finish'])
    expect([clock.set, [...clock.running]]).toEqual([[60_000, 600_000], []])
  })

  it('cuts off a model that says nothing', async () => {
    const [clock, model] = [simulatedClock(0), hanging()]
    await expect(clock.runUntil(all(withDeadlines(attempt(model), deadlines, clock)))).rejects.toMatchObject({
      code: 'model-unavailable',
      message: '`acme/hanging` said nothing for 60 s.',
    })
    expect([clock.now(), model.signal.aborted]).toEqual([60_000, true])
  })

  it('cuts off a model that does not come to an end, though it said something', async () => {
    const [clock, model] = [simulatedClock(0), hanging('I')]
    await expect(clock.runUntil(all(withDeadlines(attempt(model), deadlines, clock)))).rejects.toMatchObject({
      code: 'model-unavailable',
      message: '`acme/hanging` did not end its reply within 600 s.',
    })
    expect([clock.now(), model.signal.aborted]).toEqual([600_000, true])
  })

  it('ends at once when the call is aborted, also with a model that does not listen', async () => {
    const [abort, model] = [new AbortController(), hanging('I')]
    const reading = all(withDeadlines(attempt(model, abort.signal), deadlines, simulatedClock(0)))
    await new Promise((resolve) => setImmediate(resolve))
    abort.abort(new Error('Enough.'))
    await expect(reading).rejects.toThrow('Enough.')
    expect(model.signal.aborted).toBe(true)
  })

  it('ends when the call is aborted between two parts', async () => {
    const [abort, reason] = [new AbortController(), new Error('Enough.')]
    const parts = withDeadlines(attempt(hanging('I'), abort.signal), deadlines, simulatedClock(0))
    await parts.next()
    abort.abort(reason)
    await expect(parts.next()).rejects.toBe(reason)
  })

  it('leaves nothing at the signal of the call', async () => {
    const { signal } = new AbortController()
    await all(
      withDeadlines(
        attempt(
          modelOf(() => ({ text: 'Hi' })),
          signal,
        ),
        deadlines,
        simulatedClock(0),
      ),
    )
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('aborts the model when nobody reads on', async () => {
    const model = hanging('I', 'we')
    for await (const part of withDeadlines(attempt(model), deadlines, simulatedClock(0))) {
      expect(part).toEqual({ type: 'text', text: 'I' })
      break
    }
    expect(model.signal.aborted).toBe(true)
  })

  it('sets no timer that Node cannot hold', async () => {
    const clock = recordingClock()
    const endless = { firstPartMs: Number.POSITIVE_INFINITY, callMs: 2 ** 40 }
    await all(withDeadlines(attempt(modelOf(() => ({ text: 'Hi' }))), endless, clock))
    expect(clock.set).toEqual([2_147_483_647, 2_147_483_647])
  })
})
