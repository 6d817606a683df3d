import { simulatedClock } from '@gyre/core/testing'
import { expect, it } from 'vitest'
import { Backoff } from './backoff.ts'

it('lets a server wait longer after each failure, up to a minute, and not at all once it works', async () => {
  const clock = simulatedClock()
  const backoff = new Backoff(clock)
  const waits: number[] = [backoff.waitMs]
  for (let failures = 0; failures < 8; failures++) {
    backoff.failed()
    waits.push(backoff.waitMs)
  }
  expect(waits).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  await clock.advance(59_999)
  expect(backoff.waitMs).toBe(1)
  await clock.advance(1)
  expect(backoff.waitMs).toBe(0)
  backoff.worked()
  backoff.failed()
  expect(backoff.waitMs).toBe(1000)
})
