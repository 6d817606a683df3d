import { cot, experts, planExecute, react, reason, reflexion, treeOfThoughts, waves } from '@gyre/core'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import type { Arm } from './claim.ts'
import { measureArm } from './measure-arm.ts'
import { arm } from './suite/arms.ts'
import { chain } from './tasks/chain.ts'
import { fanOut } from './tasks/fan-out.ts'
import { hops } from './tasks/hops.ts'
import { slots } from './tasks/slots.ts'

const measure = measureArm({ store: memoryStore })
const oneByOne = measureArm({ store: memoryStore, concurrency: 1 })

const arms: readonly Arm[] = [
  arm('cot', { loop: cot, config: { samples: 3 }, family: chain({ steps: 6 }), rates: { p: 0.1 } }),
  arm('react', {
    loop: react,
    config: { protocol: 'text' },
    family: hops({ hops: 2, search: 'nothing' }),
    rates: { p: 0.3, r: 0.2 },
  }),
  arm('reflexion', {
    loop: reflexion,
    family: chain({ steps: 3 }),
    rates: { p: 0.2, rho: 0.3, alpha: 0.8, beta: 0.3, u: 0.5 },
  }),
  arm('plan-execute', {
    loop: planExecute,
    config: { parallel: true, showOutputs: true },
    family: fanOut({ width: 3, depth: 2 }),
    rates: { p: 0.1 },
  }),
  arm('tree', {
    loop: treeOfThoughts,
    config: { parallel: true },
    family: slots({ slots: 3 }),
    rates: { p: 0.4, alpha: 0.8, beta: 0.3 },
  }),
]

/** The same for loops whose sessions are longer. */
const longer: readonly Arm[] = [
  arm('waves', {
    loop: waves,
    config: { selfCorrect: true, speculate: true, eager: true },
    family: fanOut({ width: 2, depth: 2, entries: 50 }),
    rates: { p: 0.1, ahead: 0.5, guess: 0.5, r: 0.1 },
  }),
  arm('waves on a clock', {
    loop: waves,
    config: { speculate: true },
    family: fanOut({ width: 2, depth: 2, entries: 50 }),
    rates: { ahead: 0, guess: 0.5, p: 0.2 },
    timing: { modelMs: 500, guessMs: 100, toolMs: 200 },
  }),
  arm('experts', {
    loop: experts,
    config: { maxAgenticRounds: 1, parallel: true },
    family: fanOut({ width: 2, depth: 2 }),
    rates: { p: 0.2, alpha: 0.8, beta: 0.3 },
  }),
  arm('reason', {
    loop: reason,
    config: { allowedTools: ['*'], parallel: true, facts: true },
    family: fanOut({ width: 2, depth: 2 }),
    rates: { p: 0.2, alpha: 0.8, beta: 0.3, slip: 0.1 },
  }),
]

describe('measuring an arm', () => {
  it.each([...arms, ...longer].map((each) => [each.name, each] as const))(
    'gives the same for the same seed, however many sessions run at once: %s',
    async (_, each) => {
      const n = longer.includes(each) ? 25 : 105
      const first = await measure(each, n, 3, {})
      expect(await measure(each, n, 3, {})).toEqual(first)
      expect(await oneByOne(each, n, 3, {})).toEqual(first)
      expect(await measure(each, n, 4, {})).not.toEqual(first)
    },
    60_000,
  )

  it('draws anew for an arm of another name', async () => {
    const [one] = arms
    const other = { ...one!, name: 'another' }
    expect(await measure(other, 105, 3, {})).not.toEqual(await measure(one!, 105, 3, {}))
  })

  it('says how far it is', async () => {
    const done: number[] = []
    await oneByOne(arms[0]!, 5, 1, { onTask: (count) => done.push(count) })
    expect(done).toEqual([1, 2, 3, 4, 5])
  })

  it('ends when it is told to', async () => {
    const stop = new AbortController()
    const measuring = measure(arms[0]!, 100_000, 1, { signal: stop.signal })
    setImmediate(() => stop.abort(new Error('enough')))
    await expect(measuring).rejects.toThrow('enough')
  })

  it.each([
    ['one after another', false, 1500 + 6 * 2 * 1000 + 1000],
    // Three lines of two: a plan, two levels of two calls, the answer.
    ['side by side', true, 1500 + 2 * 2 * 1000 + 1000],
  ])('counts steps that run %s by the calls nobody else waited for', async (_, parallel, latencyMs) => {
    const config = { parallel, showOutputs: true }
    const each = arm('steps', { loop: planExecute, config, family: fanOut({ width: 3, depth: 2 }), rates: {} })
    expect(await measure(each, 3, 1, {})).toMatchObject({ successes: 3, calls: 14, latencyMs })
  })
})
