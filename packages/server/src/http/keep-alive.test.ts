import { expect, it } from 'vitest'
import { defaultSilenceMs, keptAliveMs } from './keep-alive.ts'

it('shows that a stream is there well before clients take it for cut, whatever is asked for', () => {
  expect([1000, 15_000, 45_000, Number.POSITIVE_INFINITY].map(keptAliveMs)).toEqual([1000, 15_000, 15_000, 15_000])
  expect(keptAliveMs(3_600_000)).toBeLessThan(defaultSilenceMs)
})
