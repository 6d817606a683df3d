import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

it('ends what is under way, and does what was asked for meanwhile once', async () => {
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const ask = oneAtATime(async () => {
    told.push('begun')
    await gate.promise
    told.push('ended')
  })
  const first = ask()
  void ask()
  void ask()
  expect(told).toEqual(['begun'])
  gate.resolve()
  await first
  expect(told).toEqual(['begun', 'ended', 'begun', 'ended'])
  await ask()
  expect(told).toHaveLength(6)
})

it('tells what failed, and begins again when it is asked again', async () => {
  let tries = 0
  const ask = oneAtATime(async () => {
    tries++
    await Promise.resolve()
    if (tries === 1) throw new Error('torn')
  })
  await expect(ask()).rejects.toThrow('torn')
  await ask()
  expect(tries).toBe(2)
})
