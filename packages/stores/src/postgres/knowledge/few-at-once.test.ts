import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FewAtOnce } from './few-at-once.ts'

describe('a few at once', () => {
  it('are so many and no more, and all get their turn in their order, also after one that failed', async () => {
    const few = new FewAtOnce(2)
    const begun: number[] = []
    let running = 0
    let most = 0
    const work = (number: number) => async () => {
      begun.push(number)
      most = Math.max(most, ++running)
      await setImmediate()
      running--
      if (number === 1) throw new Error('One failed.')
      return number
    }
    const ended = await Promise.allSettled([0, 1, 2, 3, 4].map((number) => few.run(work(number))))
    expect(ended.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      ...['fulfilled', 'fulfilled', 'fulfilled'],
    ])
    expect(begun).toEqual([0, 1, 2, 3, 4])
    expect(await Promise.all([5, 6, 7].map((number) => few.run(work(number))))).toEqual([5, 6, 7])
    expect(most).toBe(2)
  })
})
