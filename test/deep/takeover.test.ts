/** Processes that fight for a session: whoever holds the lease writes, nobody else does. */
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyChain } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { effectsIn, stepsOf } from '../support/compare.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { type Child, Place } from './children.ts'

const scenario = 'react that runs out of turns'
const { end } = scenarioNamed(scenario)
const steps = ['model think#1', 'tool act#1[0]', 'model think#2', 'tool act#2[0]', 'model answer#1']
const leaseMs = 600

/** Stops a process while its n-th effect is under way, from 1. */
async function stopIn(place: Place, child: Child, nth: number): Promise<void> {
  await place.begins((effects) => effects.length === nth, child.pid)
  child.kill('SIGSTOP')
  // One that is stopped while it writes, its lease perhaps, keeps everybody from writing: it may finish that.
  while (place.isLocked()) {
    child.kill('SIGCONT')
    await sleep(1)
    child.kill('SIGSTOP')
  }
}

describe('an owner that is stopped for longer than its lease', () => {
  it.each([1, 2, 3, 4, 5])(
    'does not write when it wakes, and says that the lease is lost: in effect %i',
    async (nth) => {
      const place = new Place()
      const owner = place.child({ do: 'start', scenario, leaseMs, paceMs: 250 })
      await stopIn(place, owner, nth)
      const next = place.child({ do: 'recover', scenario, leaseMs })
      expect((await next.said)?.end).toEqual(end)
      const rows = await place.rows()
      owner.kill('SIGCONT')
      expect(await owner.said).toMatchObject({ code: 'lease-lost' })
      expect(await place.rows()).toEqual(rows)
      expect(place.effects({ pid: owner.pid })).toEqual(steps.slice(0, nth))
      expect(Object.keys(stepsOf(rows))).toHaveLength(steps.length)
    },
  )

  it('keeps its session when it wakes in time', async () => {
    const place = new Place()
    const owner = place.child({ do: 'start', scenario, leaseMs: 60_000, paceMs: 100 })
    await stopIn(place, owner, 2)
    const other = place.child({ do: 'resume', scenario })
    expect(await other.said).toMatchObject({ code: 'session-busy' })
    owner.kill('SIGCONT')
    expect((await owner.said)?.end).toEqual(end)
    expect(place.effects()).toEqual(steps)
  })
})

describe('two processes that want one session', () => {
  it.each(['resume', 'recover'] as const)('never both run it: %s', { timeout: 120_000 }, async (how) => {
    for (let round = 1; round <= 5; round++) {
      const place = new Place()
      await place.child({ do: 'start', scenario, killAfterAppend: 1 }).said
      const before = await place.rows()
      const both = [1, 2].map(() => place.child({ do: how, scenario, waits: true, paceMs: 5 }))
      await place.go(both)
      const said = await Promise.all(both.map((child) => child.said))
      const rows = await place.rows()
      const begun = both.flatMap(({ pid }) => place.effects({ pid }))
      expect(begun.toSorted()).toEqual(effectsIn(rows.slice(before.length)))
      expect(both.map(({ pid }) => place.effects({ pid }).length > 0).toSorted()).toEqual([false, true])
      if (how === 'recover') expect(said.map((each) => each?.end)).toEqual([end, end])
      else
        expect(said.map((each) => each?.code ?? each?.end?.outcome).toSorted()).toEqual(['limit:turns', 'session-busy'])
    }
  })
})

it('a session goes from process to process as each is killed, and its chain holds', async () => {
  const place = new Place()
  await place.child({ do: 'start', scenario, killAfterAppend: 1 }).said
  let deaths = 1
  while ((await place.sessions())[0]?.state !== 'ended') {
    await place.child({ do: 'resume', scenario, killAfterAppend: 1 }).said
    deaths += 1
  }
  const rows = await place.rows()
  expect(rows.at(-1)?.data).toContain('"answer":"Nothing there."')
  const [session] = await place.sessions()
  expect(await verifyChain(session!, rows, await place.keys())).toMatchObject({ ok: true })
  expect(place.effects()).toEqual(steps)
  expect(session).toMatchObject({ token: deaths })
})
