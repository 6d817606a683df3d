/** A process with many sessions at once, killed again and again at random: all of them come to their end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type JournalRow, verifyChain } from '@gyre/core'
import { expect, it } from 'vitest'
import { chance } from '../support/chance.ts'
import { effectsIn, factsOf, stepsOf } from '../support/compare.ts'
import { crowdId, crowdScenario } from './child/crowd.ts'
import { type Child, Place } from './children.ts'

const sessions = Array.from({ length: 20 }, (_, index) => index)
const kills = 20
const longestLifeMs = 250

/** The rows of every session of the crowd, by its id. */
async function journals(place: Place): Promise<ReadonlyMap<string, readonly JournalRow[]>> {
  const known = new Set((await place.sessions()).map(({ id }) => id))
  const ids = sessions.map(crowdId).filter((id) => known.has(id))
  return new Map(await Promise.all(ids.map(async (id) => [id, await place.rows(id)] as const)))
}

function crowd(place: Place): Child {
  return place.child({ do: 'crowd', sessions: sessions.length, paceMs: 8, leaseMs: 2000 })
}

it('20 kills of a process with 20 sessions lose nothing that was committed', async () => {
  const random = chance(7)
  const place = new Place()
  const uninterrupted = new Place()
  const whole = uninterrupted.child({ do: 'crowd', sessions: sessions.length, paceMs: 1 }).said
  const pids: number[] = []
  const snapshots: ReadonlyMap<string, readonly JournalRow[]>[] = []
  for (let kill = 1; kill <= kills; kill++) {
    const child = crowd(place)
    pids.push(child.pid)
    await place.begins((effects) => effects.length > 0, child.pid)
    await sleep(random() * longestLifeMs)
    child.kill('SIGKILL')
    expect(await child.said).toBeUndefined()
    snapshots.push(await journals(place))
  }
  const last = crowd(place)
  pids.push(last.pid)
  expect((await last.said)?.end).toMatchObject({ answer: sessions.length })
  expect((await whole)?.end).toMatchObject({ answer: sessions.length })

  const ended = await journals(place)
  const expected = await journals(uninterrupted)
  const keys = await place.keys()
  for (const index of sessions) {
    const id = crowdId(index)
    const rows = ended.get(id) ?? []
    const right = expected.get(id) ?? []
    expect({ id, steps: stepsOf(rows), facts: factsOf(rows) }).toEqual({
      id,
      steps: stepsOf(right),
      facts: factsOf(right),
    })
    expect(JSON.parse(rows.at(-1)?.data ?? '{}')).toMatchObject(crowdScenario(index).end)
    expect(await verifyChain({ id, owner: 'local', state: 'ended' }, rows, keys)).toMatchObject({ ok: true })
    // Every row that was there after a kill is still there, unchanged.
    for (const snapshot of snapshots) {
      const before = snapshot.get(id) ?? []
      expect(rows.slice(0, before.length)).toEqual(before)
    }
    // What was committed by then is begun by no later process.
    for (const [kill, snapshot] of snapshots.entries()) {
      const committed = new Set(effectsIn(snapshot.get(id) ?? []))
      const later = pids.slice(kill + 1).flatMap((pid) => place.effects({ pid, session: id }))
      expect(later.filter((effect) => committed.has(effect))).toEqual([])
    }
    expect([...new Set(place.effects({ session: id }))].toSorted()).toEqual(effectsIn(rows))
  }
})
