import { expect, it } from 'vitest'
import { timeOf } from './time-of.ts'

it.each([
  ['2026', Date.UTC(2026, 0)],
  ['2026-02', Date.UTC(2026, 1)],
  [' 2026-02-03 ', Date.UTC(2026, 1, 3)],
  ['2026-02-03T04:05:06Z', Date.UTC(2026, 1, 3, 4, 5, 6)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2026-02-03T04:05+02:00', Date.UTC(2026, 1, 3, 2, 5)],
])('reads %s', (written, expected) => {
  expect(timeOf('since', written)).toBe(expected)
})

it.each([
  '',
  'yesterday',
  '2026-13-01',
  '2026-02-31',
  '2026-02-30T08:00:00Z',
  '2026-01-00',
  '31.01.2026',
  '2026-01-31T08:00',
  '1',
])('reads no %j', (written) => {
  expect(() => timeOf('since', written)).toThrow(
    `\`since\` is a day such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z; "${written}" is neither.`,
  )
})
