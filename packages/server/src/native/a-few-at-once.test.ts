import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { aFewAtOnce } from './a-few-at-once.ts'

describe('a few at once', () => {
  it('are eight at most, and answer in their order', async () => {
    let open = 0
    let most = 0
    const items = Array.from({ length: 50 }, (_, at) => at)
    const results = await aFewAtOnce(items, async (item) => {
      open++
      most = Math.max(most, open)
      for (let left = item % 7; left >= 0; left--) await turn()
      open--
      return item * 2
    })
    expect(results).toEqual(items.map((item) => item * 2))
    expect(most).toBe(8)
  })

  it('fail when one does', async () => {
    const looks = aFewAtOnce([1, 2, 3], async (item) => {
      if (item === 2) throw new Error('No.')
      return item
    })
    await expect(looks).rejects.toThrow('No.')
  })
})
