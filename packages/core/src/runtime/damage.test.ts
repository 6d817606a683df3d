import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { loopOf, search, withMethods, world } from '../../../../test/support/kernel.ts'
import type { Runtime } from '../index.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { JournalRow, Store } from '../ports/store.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'

type Damage = (rows: readonly JournalRow[]) => readonly JournalRow[]

/** A store whose rows are read as something else than was written. */
function damaged(store: Store, damage: Damage): Store {
  const { journal } = store
  const read = async (id: string, from: number, limit?: number) =>
    damage(await journal.read(id, 1))
      .filter((row) => row.seq >= from)
      .slice(0, limit)
  return { ...store, journal: withMethods(journal, { read }) }
}

/** A session of react that has ended, `think#1`, `act#1[0]`, `think#2` in rows 2 to 4, and a process that finds it damaged. */
async function ended(damage: Damage) {
  const model = scriptedModel(calls('search', { query: 'a' }), says('Done.'))
  const real = memoryStore()
  const options = { loops: [react], models: [model], tools: [search] }
  const session = await world({ store: real, ...options }).runtime.start(react, 'Look.', { model, tools: [search] })
  await session.outcome
  return { id: session.id, runtime: world({ store: damaged(real, damage), ...options }).runtime }
}

const ways: Readonly<Record<string, (runtime: Runtime, id: string) => Promise<unknown>>> = {
  read: (runtime, id) => runtime.read(id),
  replay: (runtime, id) => runtime.replay(id),
  prompt: (runtime, id) => runtime.prompt(id, 'think#2'),
  fork: (runtime, id) => runtime.fork(id, { at: 'act#1[0]' }),
  outcome: (runtime, id) => runtime.outcomeOf(id),
  export: (runtime, id) => Array.fromAsync(runtime.export(id)),
  watch: (runtime, id) => Array.fromAsync(runtime.events(id)),
}

const change = (seq: number, columns: Partial<JournalRow>): Damage => {
  return (rows) => rows.map((row) => (row.seq === seq ? { ...row, ...columns } : row))
}

const cases: readonly [string, Damage, number, string][] = [
  [
    'a result that is no JSON',
    change(3, { result: '{bad' }),
    3,
    'Row 3 of the journal of `ID` holds no JSON in `result`.',
  ],
  [
    'a request that is no JSON',
    change(2, { request: '' }),
    2,
    'Row 2 of the journal of `ID` holds no JSON in `request`.',
  ],
  ['a beginning that is no JSON', change(1, { data: 'x' }), 1, 'Row 1 of the journal of `ID` holds no JSON in `data`.'],
  ['a payload that is lost', change(4, { data: '@abc' }), 4, 'Row 4 of the journal of `ID` lacks its payload @abc.'],
  ['a row that is missing', (rows) => rows.toSpliced(2, 1), 3, 'Row 3 of the journal of `ID` is missing.'],
]

describe.each(cases)('a journal with %s', (_, damage, seq, says) => {
  for (const [name, way] of Object.entries(ways)) {
    it(`is refused by ${name}, which names the row`, async () => {
      const { runtime, id } = await ended(damage)
      await expect(way(runtime, id)).rejects.toMatchObject({
        code: 'store-corrupt',
        message: says.replace('ID', id),
        details: { session: id, seq },
      })
    })
  }

  it('is not what was written', async () => {
    const { runtime, id } = await ended(damage)
    expect(await runtime.verify(id)).toMatchObject({ ok: false, seq })
  })
})

describe('a journal with a row that tells of nothing a session can do', () => {
  for (const columns of [{ type: 'nonsense' as never }, { type: 'intervention.applied' as const, data: 'null' }]) {
    it(`is not taken for a session: ${JSON.stringify(columns)}`, async () => {
      const { runtime, id } = await ended(change(2, columns))
      const message = `Row 2 of the journal of \`${id}\` holds no fact.`
      await expect(runtime.read(id)).rejects.toMatchObject({ code: 'store-corrupt', message, details: { seq: 2 } })
      await expect(runtime.outcomeOf(id)).rejects.toMatchObject({ code: 'store-corrupt', message })
    })
  }
})

describe('a prompt with a large message', () => {
  for (const [what, text] of [
    ['is missing', undefined],
    ['is not what was stored', '{"role":"user","parts":[]}'],
    ['is not what was stored', '{bad'],
  ] as const) {
    it(`that ${what} is neither shown nor forked: ${text}`, async () => {
      const store = memoryStore()
      const model = modelOf(() => says('Done.'))
      const options = { loops: [react], models: [model], tools: [] }
      const session = await world({ store, ...options }).runtime.start(react, 'x'.repeat(5000), { model })
      await session.outcome
      const payloads = { get: async () => text }
      const { runtime } = world({ store: { ...store, payloads }, ...options })
      const error = {
        code: 'store-corrupt',
        message: expect.stringMatching(new RegExp(`^The payload @.* ${what}\\.$`)),
      }
      await expect(runtime.prompt(session.id, 'think#1')).rejects.toMatchObject(error)
      await expect(runtime.fork(session.id, { at: 'think#1' })).rejects.toMatchObject(error)
    })
  }
})

describe('a session that has ended', () => {
  it('and has no journal has no outcome, and nobody waits for one', async () => {
    const { runtime, id } = await ended(() => [])
    const message = `The journal of \`${id}\` has no beginning.`
    await expect(runtime.outcomeOf(id)).rejects.toMatchObject({ code: 'store-corrupt', message })
    const why = 'the journal is empty, and every session has a first row'
    expect(await runtime.verify(id)).toEqual({ ok: false, seq: 1, why })
  })

  it('and whose end was cut off has no outcome either', async () => {
    const { runtime, id } = await ended((rows) => rows.slice(0, 4))
    const message = `Session \`${id}\` has ended, and its journal does not tell how.`
    await expect(runtime.outcomeOf(id)).rejects.toMatchObject({ code: 'store-corrupt', message })
    const why = 'the session has ended, and its journal stops before that, at row 4'
    expect(await runtime.verify(id)).toEqual({ ok: false, seq: 5, why })
  })
})

it('a session whose journal is damaged is not gone on with', async () => {
  const store = memoryStore()
  const asking = loopOf('asking', async (ctx) => {
    await ctx.generate([user('x')])
    return ctx.askHuman('Which one?')
  })
  const model = modelOf(() => says('y'))
  const options = { loops: [asking], models: [model], tools: [] }
  const { runtime } = world({ store, ...options })
  const session = await runtime.start(asking, 'Go.', { model })
  await session.idle()
  await runtime.close({ keepStore: true })
  const broken = damaged(store, change(2, { result: '{bad' }))
  const { runtime: late } = world({ store: broken, ...options })
  await expect(late.resume(session.id)).rejects.toMatchObject({ code: 'store-corrupt', details: { seq: 2 } })
  const well = await world({ store, ...options }).runtime.resume(session.id)
  await well.answer('b')
  expect(await well.outcome).toMatchObject({ outcome: 'answered', answer: 'b' })
})
