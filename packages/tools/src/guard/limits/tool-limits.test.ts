import { expect, it } from 'vitest'
import { toolOf } from '../../../../../test/guard/guarded.ts'
import { type LimitTable, limitsOf } from './tool-limits.ts'

const tool = toolOf(() => '', { name: 'web.fetch', timeoutMs: 5_000, limits: { perMinute: 10, concurrency: 2 } })
const own = { perMinute: 10, concurrency: 2, outputChars: 32_000, timeoutMs: 5_000 }

it.each<[string, LimitTable, object]>([
  ['no limits', {}, {}],
  ['limits of another tool', { 'web.search': { perMinute: 1 } }, {}],
  ['its name', { 'web.fetch': { perMinute: 1, timeoutMs: 7 } }, { perMinute: 1, timeoutMs: 7 }],
  ['a pattern', { 'web.*': { outputChars: 100 } }, { outputChars: 100 }],
  [
    'two patterns',
    { '*': { perMinute: 1, concurrency: 9 }, 'web.*': { perMinute: 2 } },
    { perMinute: 2, concurrency: 9 },
  ],
  ['its name and a later pattern', { 'web.fetch': { perMinute: 1 }, '*': { perMinute: 2 } }, { perMinute: 1 }],
  ['nothing of a kind', { 'web.fetch': { perMinute: undefined } }, {}],
])('limits of a tool go by %s', (_, table, changed) => {
  expect(limitsOf(tool, table, 32_000)).toEqual({ ...own, ...changed })
})

it('a tool that says nothing of itself is limited in its time and its text alone', () => {
  expect(limitsOf(toolOf(), {}, 32_000)).toEqual({
    perMinute: undefined,
    concurrency: undefined,
    outputChars: 32_000,
    timeoutMs: 120_000,
  })
})
