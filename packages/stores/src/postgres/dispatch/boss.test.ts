import { expect, it, onTestFinished } from 'vitest'
import { desk, place, until } from '../../../test/dispatch-bench.ts'
import type { PostgresStore } from '../store.ts'
import { Boss, type BossOptions, queues } from './boss.ts'
import { Troubles } from './troubles.ts'

type OnWork = BossOptions['onWork']

function bossOver({ database, listener }: PostgresStore, say?: (line: string) => void, onWork?: OnWork): Boss {
  const boss = new Boss({ database, listener, troubles: new Troubles(say), onWork: onWork ?? (async () => {}) })
  onTestFinished(() => boss.close())
  return boss
}

const bell = (session: string, rank = 0) => ({ data: { session, rank }, priority: rank, singletonKey: session })

it('hears at once what is rung in another process', async () => {
  const schema = await place()
  const [one, other] = [await desk(schema, { concurrency: 0 }), await desk(schema, { concurrency: 0 })]
  const [hearing, ringing] = [bossOver(one.store), bossOver(other.store)]
  await hearing.beginWork()
  await one.store.listener.tried()
  let times = 0
  hearing.onRing(() => {
    times += 1
  })
  await ringing.ring([bell('s1'), bell('s2', 5)])
  await until(() => times > 0)
  expect((await hearing.fetch(10)).map(({ data }) => data.session)).toEqual(['s2', 's1'])
})

it('hears again after its connection was cut', async () => {
  const { store } = await desk(await place(), { concurrency: 0 })
  const boss = bossOver(store)
  await boss.beginWork()
  const pids: number[] = []
  const stop = store.listener.onBack(async (client) => {
    pids.push((await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid)
  })
  await until(() => pids.length === 1)
  stop()
  const told = new Promise<void>((resolve) => boss.onRing(resolve))
  await store.database.rows('SELECT pg_terminate_backend($1)', [pids[0]])
  await told
})

it('is made once by those who need it in the same moment', async () => {
  const schema = await place()
  const troubles: string[] = []
  const stores = await Promise.all([1, 2, 3, 4].map(async () => (await desk(schema, { concurrency: 0 })).store))
  const bosses = stores.map((store) => bossOver(store, (line) => troubles.push(line)))
  await Promise.all(bosses.map((boss, at) => boss.ring([bell(`s${at}`)])))
  const found = await bosses[0]?.fetch(10)
  expect(found?.map(({ data }) => data.session).toSorted()).toEqual(['s0', 's1', 's2', 's3'])
  expect(troubles).toEqual([])
})

it('says which database it could not ask for bells', async () => {
  const { store } = await desk(await place(), { concurrency: 0 })
  const boss = bossOver(store)
  await boss.fetch(1)
  await store.database.rows(`DROP SCHEMA "${store.database.schema}_jobs" CASCADE`)
  await expect(boss.fetch(1)).rejects.toMatchObject({
    code: 'store-failed',
    message: expect.stringContaining(`${store.database.address}: `),
  })
})

it('tells of work that fails by the database alone', async () => {
  const { store } = await desk(await place(), { concurrency: 0 })
  const lines: string[] = []
  const onWork: OnWork = async (boss) => {
    await boss.work(queues.schedule, { pollingIntervalSeconds: 0.5 }, async () => {})
  }
  await bossOver(store, (line) => lines.push(line), onWork).beginWork()
  await store.database.rows(`DROP SCHEMA "${store.database.schema}_jobs" CASCADE`)
  await until(() => lines.length > 0)
  expect(lines[0]).toMatch(/^The queue: postgres:\S+: relation ".+" does not exist$/)
})
