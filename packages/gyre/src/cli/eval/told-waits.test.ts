import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toldWaits } from './told-waits.ts'

describe('what an eval waits for', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function watched() {
    const lines: string[] = []
    return { lines, waits: toldWaits((line) => void lines.push(line)) }
  }

  it('is told when it takes more than a moment, in one line for all that wait for the same', () => {
    const { lines, waits } = watched()
    waits.began('a', 'begin')
    waits.began('b', 'begin')
    waits.began('c', 'run')
    vi.advanceTimersByTime(999)
    expect(lines).toEqual([])
    vi.advanceTimersByTime(1)
    expect(lines).toEqual([
      'Waiting for 2 sessions that another process was about to begin. Should it have been killed, this takes up to 10 s.',
      'Waiting for 1 session that another process runs. Should that end, the work goes on here.',
    ])
  })

  it('is told once, however often a session is looked at', () => {
    const { lines, waits } = watched()
    for (let look = 0; look < 100; look++) {
      waits.began('a', 'begin')
      vi.advanceTimersByTime(50)
    }
    expect(lines).toHaveLength(1)
    waits.began('b', 'begin')
    vi.advanceTimersByTime(1000)
    expect(lines.map((line) => line.slice(0, 21))).toEqual(['Waiting for 1 session', 'Waiting for 1 session'])
  })

  it('is not told of what was over before, nor after the end', () => {
    const { lines, waits } = watched()
    waits.began('a', 'begin')
    waits.ended('a')
    vi.advanceTimersByTime(1000)
    waits.began('b', 'run')
    waits.close()
    vi.advanceTimersByTime(1000)
    expect(lines).toEqual([])
  })
})
