import { GyreError, type Model, type ModelPart, user } from '@gyre/core'
import { fails, modelOf, type ScriptedReply, says, simulatedClock } from '@gyre/core/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardedAttempt } from './guarded-attempt.ts'
import type { ModelLimits } from './rate-limit.ts'
import { Traffic } from './traffic.ts'

const never = new AbortController().signal
const gone = new GyreError('model-unavailable', 'Gone.')
const deadlines = { firstPartMs: 60_000, callMs: 600_000 }
const settled = () => new Promise((resolve) => setImmediate(resolve))
const silent = () => new Promise<never>(() => {})

const replying = (reply: () => ScriptedReply | Promise<ScriptedReply>) => modelOf(reply, { id: 'acme/one' })

/** Says one thing and then nothing more. */
const hanging: Model = {
  id: 'acme/one',
  async *stream() {
    yield { type: 'text', text: 'I' }
    await silent()
  },
}

/** Models of one process. */
function shared(failures: number, limits: ModelLimits = {}) {
  const [traffic, clock] = [new Traffic({ failures }), simulatedClock(0)]
  const terms = { traffic, deadlines, limits: { 'acme/one': limits }, keyValue: undefined, clock }
  const stream = (model: Model, signal = never) =>
    guardedAttempt({ model, request: { messages: [user('?')] }, call: { signal, session: 's', path: 'p' } }, terms)
  return { traffic, clock, stream, read: (model: Model, signal?: AbortSignal) => read(stream(model, signal)) }
}

async function read(parts: AsyncIterable<ModelPart>): Promise<string> {
  let end = ''
  for await (const { type } of parts) end = type
  return end
}

/** A call that is aborted while the model is silent. */
async function abandoned(call: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const [abort, reason] = [new AbortController(), new Error('Enough.')]
  const reading = call(abort.signal)
  await settled()
  abort.abort(reason)
  await expect(reading).rejects.toBe(reason)
}

describe('a guarded attempt', () => {
  // The breaker reads the time by itself.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('tells the breaker of replies that fail, that are cut off and that come too late', async () => {
    const { traffic, clock, read } = shared(3)
    await expect(read(replying(() => fails(gone)))).rejects.toThrow('Gone.')
    await expect(read(replying(() => fails(gone, 'I')))).rejects.toThrow('Gone.')
    await expect(clock.runUntil(read(replying(silent)))).rejects.toThrow('said nothing for 60 s')
    expect(traffic.breakerStates()).toMatchObject([{ state: 'open', lastError: '`acme/one` said nothing for 60 s.' }])
  })

  it('takes an error of the caller for an answer', async () => {
    const { traffic, read } = shared(2)
    const tooLong = new GyreError('model-overflow', 'Too long.')
    for (const error of [gone, tooLong, gone]) await expect(read(replying(() => fails(error)))).rejects.toBe(error)
    expect(traffic.breakerStates()).toMatchObject([{ state: 'closed' }])
  })

  it.each([{ status: 429 }, { status: 503, retryAfterMs: 50 }])(
    'does not hold %j against the provider, which says itself when to come back',
    async (details) => {
      const { traffic, read } = shared(1)
      const busy = new GyreError('model-unavailable', 'Busy.', details)
      await expect(read(replying(() => fails(busy)))).rejects.toBe(busy)
      await settled()
      expect(traffic.breakerStates()).toMatchObject([{ state: 'closed' }])
    },
  )

  it('takes a call that is aborted neither for an answer nor for a failure', async () => {
    const { traffic, read } = shared(2)
    await expect(read(replying(() => fails(gone)))).rejects.toThrow('Gone.')
    await abandoned((signal) => read(replying(silent), signal))
    expect(traffic.breakerStates()).toMatchObject([{ state: 'closed' }])
    await expect(read(replying(() => fails(gone)))).rejects.toThrow('Gone.')
    expect(traffic.breakerStates()).toMatchObject([{ state: 'open' }])
  })

  it('lets the others in as soon as the call that tries again hears something', async () => {
    const { stream, read } = shared(1)
    await expect(read(replying(() => fails(gone)))).rejects.toThrow('Gone.')
    vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 0, 30))
    const probe = stream(hanging)
    expect(await probe.next()).toEqual({ done: false, value: { type: 'text', text: 'I' } })
    expect(await read(replying(() => says('Y')))).toBe('finish')
    await probe.return(undefined)
  })

  it('lets the provider rest again when the call that tries it is aborted', async () => {
    const { traffic, read } = shared(1)
    await expect(read(replying(() => fails(gone)))).rejects.toThrow('Gone.')
    vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 0, 30))
    await abandoned((signal) => read(replying(silent), signal))
    await settled()
    expect(traffic.breakerStates()).toMatchObject([{ state: 'open', openUntil: Date.UTC(2026, 0, 1, 0, 1) }])
  })

  it('does not wait for a place at a provider that is left alone', async () => {
    const { traffic, stream, read } = shared(1, { concurrency: 1 })
    const holder = stream(hanging)
    await holder.next()
    traffic.breakerOf('acme/two').enter().unavailable(gone)
    await settled()
    await expect(read(replying(() => says('Y')))).rejects.toThrow('it is left alone until 2026-01-01T00:00:30.000Z')
    await holder.return(undefined)
  })

  it('asks the breaker again after it has waited for a place', async () => {
    const { traffic, stream, read } = shared(1, { concurrency: 1 })
    const holder = stream(hanging)
    await holder.next()
    const model = replying(() => says('Y'))
    const waiting = read(model)
    traffic.breakerOf('acme/two').enter().unavailable(gone)
    await settled()
    await holder.return(undefined)
    await expect(waiting).rejects.toThrow('it is left alone until')
    expect(model.requests).toEqual([])
  })
})
