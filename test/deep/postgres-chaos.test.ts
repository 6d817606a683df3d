/** Sixty seconds in which everything breaks that can, with a thousand sessions on four workers. */
import { expect, it } from 'vitest'
import { chaos } from '../chaos/chaos.ts'

it('a thousand sessions come to their right ends through a storm', async () => {
  const { faults, counts, sent, takeovers, retries, watched } = await chaos({
    seconds: 60,
    sessions: 1000,
    workers: 4,
    seed: 11,
    paceMs: 120,
    calmMs: 700,
    isDurable: false,
  })
  expect(faults).toEqual([])
  // A storm that did nothing proves nothing.
  expect(Math.min(retries, watched, ...Object.values(counts))).toBeGreaterThan(0)
  expect(Object.keys(sent).toSorted()).toEqual([
    'abort',
    'answer',
    'context',
    'edit',
    'pause',
    'resume',
    'steer',
    'withdraw',
  ])
  expect(takeovers.length).toBeGreaterThan(50)
})
