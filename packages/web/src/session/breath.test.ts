import { describe, expect, it } from 'vitest'
import { inPieces } from './breath.ts'

function* counting(to: number, told: number[] = []): Generator<undefined, number> {
  for (let at = 1; at <= to; at++) {
    told.push(at)
    yield
  }
  return to
}

describe('work in pieces', () => {
  it('comes to its end', async () => {
    expect(await inPieces(counting(1000), new AbortController().signal)).toBe(1000)
  })

  it('lets others have their turn when a piece has gone on for long enough', async () => {
    let turns = 0
    const others = setInterval(() => turns++)
    function* busy(): Generator<undefined, string> {
      while (turns === 0) yield
      return 'heard'
    }
    expect(await inPieces(busy(), new AbortController().signal)).toBe('heard')
    clearInterval(others)
  })

  it('does so after every piece that is long by itself', async () => {
    const turns: number[] = []
    let at = 0
    const others = setInterval(() => turns.push(at))
    function* slow(): Generator<undefined, string> {
      for (at = 1; at <= 3; at++) {
        const until = performance.now() + 20
        while (performance.now() < until);
        yield
      }
      return 'done'
    }
    expect(await inPieces(slow(), new AbortController().signal)).toBe('done')
    clearInterval(others)
    expect(new Set(turns)).toEqual(new Set([1, 2, 3]))
  })

  it('is left when nobody waits for it any more', async () => {
    const told: number[] = []
    const ending = new AbortController()
    function* work(): Generator<undefined, number> {
      for (const _ of counting(3, told)) {
        if (told.length === 2) ending.abort()
        yield
      }
      return 3
    }
    expect(await inPieces(work(), ending.signal)).toBeUndefined()
    expect(told).toEqual([1, 2])
  })
})
