import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { Deadline } from './deadline.ts'

function started(outer?: AbortSignal) {
  const clock = simulatedClock(0)
  const deadline = new Deadline({ timeoutMs: 1000, tooLate: () => new Error('Too late.'), outer, clock })
  return { clock, deadline }
}

describe('a deadline', () => {
  it('comes when its time is up', async () => {
    const { clock, deadline } = started()
    await clock.advance(999)
    expect(deadline.signal.aborted).toBe(false)
    await clock.advance(1)
    expect(deadline.signal.reason).toEqual(new Error('Too late.'))
  })

  it('does not count the time in which it is paused', async () => {
    const { clock, deadline } = started()
    await clock.advance(600)
    deadline.pause()
    deadline.pause()
    await clock.advance(5000)
    deadline.resume()
    deadline.resume()
    await clock.advance(399)
    expect(deadline.signal.aborted).toBe(false)
    await clock.advance(1)
    expect(deadline.signal.aborted).toBe(true)
  })

  it('follows the caller while it is paused, too', () => {
    const caller = new AbortController()
    const { deadline } = started(caller.signal)
    deadline.pause()
    caller.abort('Enough.')
    expect(deadline.signal.reason).toBe('Enough.')
  })

  it('does not begin for a caller who has given up', () => {
    expect(() => started(AbortSignal.abort('Enough.'))).toThrow('Enough.')
  })

  it('never comes after the end, whatever is paused and resumed', async () => {
    const caller = new AbortController()
    const { clock, deadline } = started(caller.signal)
    deadline.pause()
    deadline.end()
    deadline.resume()
    await clock.advance(5000)
    caller.abort('Enough.')
    expect(deadline.signal.aborted).toBe(false)
  })
})
