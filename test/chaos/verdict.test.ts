import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Runtime } from '@gyre/core'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { crowdEquipment, crowdLoop } from './crowd-loop.ts'
import { readNotes, verdictOf, type Witness } from './verdict.ts'
import { Watchers } from './watchers.ts'
import type { WorkerNote } from './worker-process.ts'

/** A session of the crowd that ran through in calm weather, and all that was seen of it. */
async function calmSession() {
  const notes: WorkerNote[] = []
  const { model, tools } = crowdEquipment(0, (effect) =>
    notes.push({ note: 'effect', pid: 1, at: Date.now(), ...effect }),
  )
  const runtime = new Runtime({
    store: memoryStore(),
    loops: [crowdLoop],
    models: [model],
    tools,
    onRun: ({ session, after }) => notes.push({ note: 'run', pid: 1, at: Date.now(), session, after }),
  })
  onTestFinished(() => runtime.close())
  const watchers = new Watchers(new Map([['a visitor', runtime]]))
  const { id, outcome } = await runtime.start('crowd', 'Go.', { model: model.id, tools, config: { index: 3 } })
  watchers.watch(id)
  await outcome
  const sights = await watchers.sights(Date.now() + 10_000)
  const journal = await runtime.store.journal.read(id, 1)
  const snapshots = [{ session: id, chains: journal.slice(0, 5).map(({ chain }) => chain) }]
  const indexes = new Map([[id, 3]])
  const witness: Witness = { indexes, aborted: new Set(), snapshots, sights, notes, blows: [] }
  const faults = async (changes: Partial<Witness> = {}) =>
    (await verdictOf(runtime, { ...witness, ...changes })).faults.map((fault) => fault.replaceAll(id, 'it'))
  return { id, runtime, journal, notes, sights, witness, faults }
}

describe('the verdict on a storm', () => {
  it('has nothing to say against a session that ran through', async () => {
    const { runtime, witness, id, journal } = await calmSession()
    const { faults, facts, retries, chronicles } = await verdictOf(runtime, witness)
    expect(faults).toEqual([])
    expect([facts, retries]).toEqual([journal.length, 0])
    const times = journal.map(({ at }) => at)
    expect([...chronicles]).toEqual([[id, { facts: times, endedAt: times.at(-1) }]])
  })

  it('tells of a session that is gone, and of a wrong answer', async () => {
    const { faults, id } = await calmSession()
    expect(await faults({ indexes: new Map([['ses_gone', 1]]) })).toEqual(['ses_gone is not there'])
    expect(await faults({ indexes: new Map([[id, 4]]) })).toEqual(['it answered 30, not 36'])
  })

  it('tells of a session that was aborted, unless somebody did so', async () => {
    const { model, tools } = crowdEquipment(0, () => {})
    const runtime = new Runtime({ store: memoryStore(), loops: [crowdLoop], models: [model], tools })
    onTestFinished(() => runtime.close())
    const { id, outcome } = await runtime.start('crowd', 'Go.', { model: model.id, tools, config: { index: 10 } })
    await runtime.send(id, 'abort')
    await outcome
    const seen = { indexes: new Map([[id, 10]]), snapshots: [], sights: [], notes: [], blows: [] }
    const faults = async (aborted: ReadonlySet<string>) => (await verdictOf(runtime, { ...seen, aborted })).faults
    expect(await faults(new Set())).toEqual([`${id} is ended, aborted: aborted`])
    expect(await faults(new Set([id]))).toEqual([])
  })

  it('tells of a call that was begun twice', async () => {
    const { faults, notes } = await calmSession()
    const charges = notes.filter((note) => note.note === 'effect' && note.path === 'part#1[1]/pay#1[0]')
    expect(charges).toHaveLength(1)
    expect(await faults({ notes: [...notes, ...charges] })).toEqual([
      'part#1[1]/pay#1[0] of it was begun 2 times, and intended 1 times',
    ])
  })

  it('tells of a step that was recorded, and begun again by who took the session over', async () => {
    const { faults, notes, id, journal } = await calmSession()
    const again: WorkerNote[] = [
      { note: 'run', pid: 2, at: Date.now(), session: id, after: journal.length },
      { note: 'effect', pid: 2, at: Date.now(), tool: 'save', session: id, path: 'part#1[0]/keep#1[0]' },
    ]
    expect(await faults({ notes: [...notes, ...again] })).toEqual([
      'part#1[0]/keep#1[0] of it was recorded, and begun again by 2',
    ])
  })

  it('tells of rows that were seen and are others now', async () => {
    const { faults, id } = await calmSession()
    const snapshots = [{ session: id, chains: ['another link'] }]
    expect(await faults({ snapshots })).toEqual(['rows of it that were there are gone or others'])
  })

  it('tells of watchers to whom facts were not shown, or twice, or in another order', async () => {
    const { faults, sights } = await calmSession()
    const [sight] = sights
    if (!sight) throw new Error('Nobody watched.')
    const [first = '', second = '', third = '', ...rest] = sight.facts
    expect(second).toMatch(/^2 /)
    const seen = (...facts: readonly string[]) => faults({ sights: [{ ...sight, facts }] })
    expect(await seen(first, third, ...rest)).toEqual([`a visitor of it saw ${third} in the place of ${second}`])
    expect(await seen(first, first, second, third, ...rest)).toEqual([
      `a visitor of it saw ${first} in the place of ${second}`,
    ])
    expect(await seen(second, first, third, ...rest)).toEqual([
      `a visitor of it saw ${second} in the place of ${first}`,
    ])
    expect(await seen(first)).toEqual([`a visitor of it saw nothing more in the place of ${second}`])
    expect(await seen(...sight.facts, 'more')).toEqual(['a visitor of it saw more in the place of the end'])
  })

  it('reads notes around a line that was cut short', () => {
    const folder = temporaryFolder()
    const whole = { note: 'run', pid: 1, at: 1, session: 'ses_1', after: 1 }
    writeFileSync(join(folder, 'notes'), `${JSON.stringify(whole)}\n{"note":"ru{"note":\n${JSON.stringify(whole)}\n`)
    expect(readNotes(join(folder, 'notes'))).toEqual([whole, whole])
  })
})
