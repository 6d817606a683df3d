import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

describe('doing things in turn', () => {
  it('begins one when the one before is done, whether it failed or not', async () => {
    const turn = inTurn()
    const seen: string[] = []
    const work = (name: string) => async () => {
      seen.push(`${name} begins`)
      await setImmediate()
      seen.push(`${name} ends`)
      if (name === 'b') throw new Error('b fails')
      return name
    }
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((name) => turn(work(name))))
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
