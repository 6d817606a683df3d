import { describe, expect, it } from 'vitest'
import { longFacts } from '../../test/support/long-session.ts'
import { logOfFacts } from '../../test/support/session-logs.ts'
import { logAt, stopsOf, stopText } from './log-at.ts'

const source = logOfFacts(longFacts(60))

describe('a session as it was', () => {
  it('has what had come by then, and nothing else', () => {
    const then = logAt(source, 5)
    expect([then.facts.length, then.view.seq, then.hasEnded]).toEqual([5, 5, false])
    expect(source.hasEnded).toBe(true)
  })

  it('goes on from an earlier one, and begins anew for a later one', () => {
    const early = logAt(source, 5)
    const later = logAt(source, 9, early)
    expect(later).toBe(early)
    const back = logAt(source, 3, later)
    expect([back === later, back.facts.length]).toEqual([false, 3])
  })

  it('is the same at every stop, whichever way it was come to', () => {
    let forward = logAt(source, 1)
    for (const stop of stopsOf(source)) {
      forward = logAt(source, stop, forward)
      expect(forward.view.usage).toEqual(logAt(source, stop).view.usage)
    }
  })

  it('stops at every step, and at the end', () => {
    expect(stopsOf(source).length).toBe(source.steps.length + 1)
    expect(stopsOf(source).at(-1)).toBe(source.facts.length)
  })

  it('does not count the end as a step', () => {
    const texts = [...stopsOf(source).keys()].map((at) => stopText(at, source.steps.length))
    const { length } = source.steps
    expect(texts.slice(-2)).toEqual([`step ${length} of ${length}`, `the end, after ${length} steps`])
  })
})
