import { getEventListeners } from 'node:events'
import type { ToolContext } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { Call, CallsInFlight, inContextOf } from './calls-in-flight.ts'

const contextOf = (signal = new AbortController().signal) => ({ signal }) as ToolContext
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('a request of a server', () => {
  it('belongs to the call in whose context it comes, however many there are', async () => {
    const calls = new CallsInFlight()
    const [one, two] = [new Call(contextOf()), new Call(contextOf())]
    const asking = (call: Call) => calls.run(call, async () => soon().then(() => calls.asking()))
    const found = await Promise.all([asking(one), asking(two)])
    expect(found[0]).toBe(one)
    expect(found[1]).toBe(two)
  })

  it('that comes in no context belongs to the only call there is', async () => {
    const calls = new CallsInFlight()
    const call = new Call(contextOf())
    await calls.run(call, async () => {
      expect(inContextOf(undefined, () => calls.asking())).toBe(call)
    })
    expect(calls.asking()).toBeUndefined()
  })

  it('that comes in no context belongs to none of several', async () => {
    const calls = new CallsInFlight()
    await calls.run(new Call(contextOf()), () =>
      calls.run(new Call(contextOf()), async () => {
        expect(inContextOf(undefined, () => calls.asking())).toBeUndefined()
      }),
    )
  })

  it('that comes in the context of a call that is over belongs to none', async () => {
    const calls = new CallsInFlight()
    const over = new Call(contextOf())
    await calls.run(over, async () => {})
    await calls.run(new Call(contextOf()), async () => {
      expect(inContextOf(over, () => calls.asking())).toBeUndefined()
    })
  })
})

describe('a call', () => {
  it('does one thing after the other', async () => {
    const call = new Call(contextOf())
    const done: string[] = []
    const slow = call.inTurn(() => soon().then(() => done.push('slow')))
    const quick = call.inTurn(async () => done.push('quick'))
    await Promise.all([slow, quick])
    expect(done).toEqual(['slow', 'quick'])
  })

  it('goes on after one that failed', async () => {
    const call = new Call(contextOf())
    await expect(call.inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await call.inTurn(async () => 'yes')).toBe('yes')
  })

  it('is quiet when nobody is asked any more', async () => {
    const call = new Call(contextOf())
    let isOver = false
    void call.inTurn(async () => {
      await soon()
      isOver = true
    })
    await call.quiet()
    expect(isOver).toBe(true)
  })

  it('is quiet at once when it is aborted, though a question may stay open for ever', async () => {
    const abort = new AbortController()
    const call = new Call(contextOf(abort.signal))
    void call.inTurn(() => new Promise(() => {}))
    const quiet = call.quiet()
    abort.abort()
    await quiet
    await call.quiet()
    expect(call.signal.aborted).toBe(true)
  })

  it('that is quiet leaves nothing on the signal of its session', async () => {
    const { signal } = new AbortController()
    await new Call(contextOf(signal)).quiet()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('fails with a reason of its own', () => {
    const call = new Call(contextOf())
    call.fail(new Error('nobody there'))
    expect(call.signal.reason).toEqual(new Error('nobody there'))
    expect(call.context.signal.aborted).toBe(false)
  })
})
