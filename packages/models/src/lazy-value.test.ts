import { expect, it } from 'vitest'
import { lazyValue } from './lazy-value.ts'

it('makes one value for all callers', async () => {
  let made = 0
  const get = lazyValue(async () => ++made)
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

it('tries again after a failure', async () => {
  let tries = 0
  const get = lazyValue(async () => {
    if (++tries === 1) throw new Error('Not there yet.')
    return tries
  })
  await expect(Promise.all([get(), get()])).rejects.toThrow('Not there yet.')
  expect(await get()).toBe(2)
})
