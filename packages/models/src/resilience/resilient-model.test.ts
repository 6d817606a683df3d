import { GyreError, type Model, type ModelPart, user } from '@gyre/core'
import {
  fails,
  modelOf,
  type ScriptedOptions,
  type ScriptedTurn,
  says,
  scripted,
  simulatedClock,
} from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it, vi } from 'vitest'
import { withMethods } from '../../../../test/support/kernel.ts'
import { type ResilienceOptions, resilientModel } from './resilient-model.ts'
import { Traffic } from './traffic.ts'

const never = new AbortController().signal
const request = { messages: [user('Hello?')] }
const gone = new GyreError('model-unavailable', 'Gone.', { status: 503 })
const auth = new GyreError('model-auth', 'No such key.', { status: 401 })

const one = (script: readonly ScriptedTurn[], options: ScriptedOptions = {}) =>
  scripted(script, { id: 'acme/one', ...options })
const two = (script: readonly ScriptedTurn[], options: ScriptedOptions = {}) =>
  scripted(script, { id: 'other/two', ...options })

function tested(model: Model, options: ResilienceOptions = {}) {
  const clock = simulatedClock(0)
  const resilient = resilientModel(model, { clock, random: () => 0.5, traffic: new Traffic(), ...options })
  return { clock, resilient, read: () => clock.runUntil(read(resilient)) }
}

/** The parts in few words, up to the end or the error. */
async function read(model: Model, signal = never): Promise<readonly string[]> {
  const parts: string[] = []
  try {
    for await (const part of model.stream(request, { signal, session: 's', path: 'p' })) parts.push(shown(part))
  } catch (error) {
    if (signal.aborted) throw error
    parts.push(error instanceof GyreError ? `${error.code}: ${error.message}` : String(error))
  }
  return parts
}

function shown(part: ModelPart): string {
  if (part.type === 'text') return part.text
  if (part.type === 'retry')
    return `retry ${part.model} ${part.error.code} ${part.error.status} after ${part.waitMs} ms`
  return part.type === 'fallback' ? `fallback ${part.model} ${part.price?.input}` : part.type
}

describe('resilient model', () => {
  it('asks again after a wait, also when something was said already', async () => {
    const { clock, read } = tested(one([fails(gone), fails(gone, 'I '), says('Yes')]))
    expect(await read()).toEqual([
      'retry acme/one model-unavailable 503 after 750 ms',
      'I',
      ' ',
      'retry acme/one model-unavailable 503 after 1500 ms',
      'Ye',
      's',
      'finish',
    ])
    expect(clock.now()).toBe(2250)
  })

  it('gives up after its retries, with the error as it came', async () => {
    const model = one([fails(gone), fails(gone)])
    expect(await tested(model, { retries: 1 }).read()).toEqual([
      'retry acme/one model-unavailable 503 after 750 ms',
      'model-unavailable: Gone.',
    ])
  })

  it.each(['model-auth', 'model-overflow', 'model-incapable', 'model-failed'] as const)(
    'fails at once with %s',
    async (code) => {
      const model = one([fails(new GyreError(code, 'No.'))])
      expect(await tested(model).read()).toEqual([`${code}: No.`])
    },
  )

  it('fails with model-failed when a model throws something of its own', async () => {
    expect(await tested(one([fails(new TypeError('Oh.'))])).read()).toEqual(['model-failed: Oh.'])
  })

  it('takes a reply without an end for one that was cut off', async () => {
    const model: Model = {
      id: 'acme/cut',
      async *stream() {
        yield { type: 'text', text: 'I' }
      },
    }
    expect(await tested(model, { retries: 0 }).read()).toEqual([
      'I',
      'model-unavailable: `acme/cut` stopped in the middle of its reply.',
    ])
  })

  it('asks a silent model again', async () => {
    const silent = () => new Promise<never>(() => {})
    const { clock, read } = tested(one([silent, says('Y')]), { firstPartMs: 5000 })
    expect(await read()).toEqual(['retry acme/one model-unavailable undefined after 750 ms', 'Y', 'finish'])
    expect(clock.now()).toBe(5750)
  })

  it('waits no longer when the call is aborted, and asks nobody else', async () => {
    const [abort, model, spare] = [new AbortController(), one([fails(gone)]), two([])]
    const { clock, resilient } = tested(model, { fallbacks: [spare] })
    const reading = read(resilient, abort.signal)
    await clock.advance(10)
    const reason = new Error('Enough.')
    abort.abort(reason)
    await expect(reading).rejects.toBe(reason)
    expect([model.requests.length, spare.requests.length]).toEqual([1, 0])
  })

  it('gives the reason of the abort, whatever the model throws by it', async () => {
    const [abort, reason] = [new AbortController(), new Error('Enough.')]
    const model = one([
      () => {
        abort.abort(reason)
        return fails(gone)
      },
    ])
    await expect(read(tested(model, { fallbacks: [two([])] }).resilient, abort.signal)).rejects.toBe(reason)
  })

  it('does not ask for a call that is aborted already', async () => {
    const [model, reason] = [one([]), new Error('Enough.')]
    await expect(read(tested(model).resilient, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(model.requests).toEqual([])
  })

  it('gives its place back while it waits, and takes its turn again', async () => {
    const order: string[] = []
    const model = modelOf(
      ({ seed }) => {
        order.push(`${seed}`)
        return order.length === 1 ? fails(gone) : says('Y')
      },
      { id: 'acme/one' },
    )
    const { clock, resilient } = tested(model, { limits: { 'acme/one': { concurrency: 1 } } })
    const ask = async (seed: number) => {
      const parts = resilient.stream({ ...request, seed }, { signal: never, session: 's', path: 'p' })
      for await (const part of parts) if (part.type === 'finish') order.push(`${seed} done`)
    }
    await clock.runUntil(Promise.all([ask(1), ask(2)]))
    expect(order).toEqual(['1', '2', '2 done', '1', '1 done'])
  })

  it('answers all of many calls that come too often at first', async () => {
    const busy = new GyreError('model-unavailable', 'Slow down.', { status: 429, retryAfterMs: 50 })
    let asked = 0
    const model = modelOf(() => (++asked <= 8 ? fails(busy) : says('Y')), { id: 'acme/one' })
    const { clock, resilient } = tested(model, { firstWaitMs: 10 })
    const all = await clock.runUntil(Promise.all(Array.from({ length: 8 }, () => read(resilient))))
    const each = ['retry acme/one model-unavailable 429 after 50 ms', 'Y', 'finish']
    expect(all).toEqual(all.map(() => each))
    expect(clock.now()).toBe(50)
  })

  it('waits until its breaker closes when nobody else can answer', async () => {
    const opened = Date.UTC(2026, 0, 1)
    vi.useFakeTimers({ toFake: ['Date'], now: opened })
    try {
      const [model, traffic] = [one([fails(gone), fails(gone), says('Y')]), new Traffic({ failures: 2 })]
      await tested(model, { traffic, retries: 1 }).read()
      const { clock, resilient } = tested(model, { traffic })
      const reading = read(resilient)
      await clock.advance(29_999)
      expect(model.requests).toHaveLength(2)
      vi.setSystemTime(opened + 30_000)
      expect(await clock.runUntil(reading)).toEqual([
        'retry acme/one model-unavailable undefined after 30000 ms',
        'Y',
        'finish',
      ])
      expect(clock.now()).toBe(30_000)
    } finally {
      vi.useRealTimers()
    }
  })

  it('counts every attempt in its minute', async () => {
    const { keyValue } = memoryStore()
    const limits = { 'acme/one': { requestsPerMinute: 1 } }
    const { clock, read } = tested(one([fails(gone), says('Y')]), { limits, keyValue })
    expect(await read()).toEqual(['retry acme/one model-unavailable 503 after 750 ms', 'Y', 'finish'])
    expect(clock.now()).toBe(60_000)
  })

  it('counts what a reply has really cost', async () => {
    const model = one([says('Y', { inputTokens: 90, outputTokens: 10 }), says('Y')])
    const limits = { 'acme/one': { tokensPerMinute: 100 } }
    const { clock, read } = tested(model, { limits, keyValue: memoryStore().keyValue, firstPartMs: 90_000 })
    await read()
    expect(clock.now()).toBe(0)
    await read()
    expect(clock.now()).toBe(60_000)
  })

  it('keeps a reply that cannot be counted', async () => {
    const { keyValue } = memoryStore()
    let counts = 0
    const broken = withMethods(keyValue, {
      increment: async () => {
        if (++counts > 1) throw new GyreError('key-value-failed', 'Gone.')
        return 1
      },
    })
    const limits = { 'acme/one': { tokensPerMinute: 100 } }
    expect(await tested(one([says('Y')]), { limits, keyValue: broken }).read()).toEqual(['Y', 'finish'])
    expect(counts).toBe(2)
  })

  it('refuses limits by the minute that nobody counts', () => {
    const limits = { 'acme/one': { tokensPerMinute: 5 } }
    expect(() => resilientModel(one([]), { limits })).toThrow(
      'The limits of `acme/one` are counted by the minute, which needs a `keyValue` to count in.',
    )
  })
})

describe('fallback models', () => {
  it('answer when the retries are used up, at their own price', async () => {
    const spare = two([says('Y')], { price: { input: 3, output: 9 } })
    const { read } = tested(one([fails(gone), fails(gone)]), { retries: 1, fallbacks: [spare] })
    expect(await read()).toEqual([
      'retry acme/one model-unavailable 503 after 750 ms',
      'retry acme/one model-unavailable 503 after 0 ms',
      'fallback other/two 3',
      'Y',
      'finish',
    ])
  })

  it('answer when a key is not accepted', async () => {
    expect(await tested(one([fails(auth)]), { fallbacks: [two([says('Y')])] }).read()).toEqual([
      'retry acme/one model-auth 401 after 0 ms',
      'fallback other/two undefined',
      'Y',
      'finish',
    ])
  })

  it('are retried like the first', async () => {
    const { read } = tested(one([fails(auth)]), { fallbacks: [two([fails(gone), says('Y')])] })
    expect((await read()).slice(1)).toEqual([
      'fallback other/two undefined',
      'retry other/two model-unavailable 503 after 750 ms',
      'Y',
      'finish',
    ])
  })

  it('are not asked when the prompt is too long', async () => {
    const [tooLong, spare] = [new GyreError('model-overflow', 'Too long.'), two([])]
    expect(await tested(one([fails(tooLong)]), { fallbacks: [spare] }).read()).toEqual(['model-overflow: Too long.'])
  })

  it('fail with the last error and a list of all that were asked', async () => {
    const spare = two([fails(gone, 'I')])
    const { resilient } = tested(one([fails(auth)]), { retries: 0, fallbacks: [spare] })
    const reading = (async () => {
      for await (const _ of resilient.stream(request, { signal: never, session: 's', path: 'p' }));
    })()
    await expect(reading).rejects.toMatchObject({
      code: 'model-unavailable',
      message: 'Gone. Asked before it, without an answer: `acme/one` (model-auth).',
      details: {
        status: 503,
        tried: [
          { model: 'acme/one', code: 'model-auth' },
          { model: 'other/two', code: 'model-unavailable' },
        ],
      },
    })
  })

  it('answer at once while the breaker of the first is open', async () => {
    const [model, traffic] = [modelOf(() => fails(gone), { id: 'acme/one' }), new Traffic({ failures: 2 })]
    await tested(model, { traffic, retries: 1 }).read()
    const parts = await tested(model, { traffic, fallbacks: [two([says('Y')])] }).read()
    expect(parts).toEqual([
      'retry acme/one model-unavailable undefined after 0 ms',
      'fallback other/two undefined',
      'Y',
      'finish',
    ])
    expect(model.requests).toHaveLength(2)
  })

  it('bound what the model says of itself: the smallest window, and only what all can do', () => {
    const spare = { ...two([], { contextWindow: 8000 }), nativeTools: true, nativeOutput: true }
    const model = one([], { contextWindow: 100_000, nativeOutput: true, price: { input: 1, output: 2 } })
    const resilient = resilientModel(model, { fallbacks: [spare] })
    expect(resilient).toMatchObject({
      id: 'acme/one',
      contextWindow: 8000,
      nativeTools: true,
      nativeOutput: true,
      price: { input: 1, output: 2 },
    })
    spare.nativeTools = false
    spare.nativeOutput = false
    expect([resilient.nativeTools, resilient.nativeOutput]).toEqual([false, false])
    expect(resilientModel(one([])).contextWindow).toBeUndefined()
  })
})
