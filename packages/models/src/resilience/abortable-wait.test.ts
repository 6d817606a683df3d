import { getEventListeners } from 'node:events'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { abortableWait } from './abortable-wait.ts'

describe('abortable wait', () => {
  it('ends when its time has come', async () => {
    const clock = simulatedClock(0)
    const { signal } = new AbortController()
    await clock.runUntil(abortableWait(clock, 500, signal))
    expect(clock.now()).toBe(500)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('ends at once when the signal aborts, with its reason', async () => {
    const [clock, abort] = [simulatedClock(0), new AbortController()]
    const wait = abortableWait(clock, 500, abort.signal)
    abort.abort(new Error('Enough.'))
    await expect(wait).rejects.toThrow('Enough.')
    expect(clock.now()).toBe(0)
  })

  it('does not begin when the signal is aborted already', async () => {
    await expect(abortableWait(simulatedClock(0), 500, AbortSignal.abort(new Error('Enough.')))).rejects.toThrow(
      'Enough.',
    )
  })
})
