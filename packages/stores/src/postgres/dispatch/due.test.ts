import { expect, it, onTestFinished } from 'vitest'
import { desk, place, queue } from '../../../test/dispatch-bench.ts'
import type { Database } from '../database.ts'
import type { PostgresStore } from '../store.ts'
import { Boss } from './boss.ts'
import { areAkin, DueSessions } from './due.ts'
import { Troubles } from './troubles.ts'

const wanted = { most: 10, loops: ['react@1'], areBellsOut: true, leastRank: null, except: [], exceptKinds: [] }

async function waiting() {
  const { store } = await desk(await place(), { concurrency: 0 })
  const { database, listener } = store
  const boss = new Boss({ database, listener, troubles: new Troubles(), onWork: async () => {} })
  onTestFinished(() => boss.close())
  return { store, boss, due: new DueSessions(database, boss) }
}

function rungAgo({ database }: PostgresStore, session: string, ms: number): Promise<unknown> {
  const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
  return database.rows(`UPDATE session SET offered_at = ${now} - $2::bigint WHERE id = $1`, [session, ms])
}

it('finds sessions without a bell, not those whose time is to come', async () => {
  const { store, due } = await waiting()
  await queue(store, ['later'], { notBefore: Date.now() + 60_000 })
  await queue(store, ['now', 'rung'])
  await rungAgo(store, 'rung', 0)
  const found = await due.look(wanted)
  expect([found.due.map(({ id }) => id), found.hasLost]).toEqual([['now'], false])
  expect(found.laterMs).toBeGreaterThan(50_000)
})

it('rings again for what was rung for a minute ago, although bells hang', async () => {
  const { store, boss, due } = await waiting()
  await queue(store, ['lost', 'recent'])
  await rungAgo(store, 'lost', 61_000)
  await rungAgo(store, 'recent', 10_000)
  const busy = { ...wanted, areBellsOut: false }
  expect(await due.look(busy)).toMatchObject({ due: [], hasLost: true })
  await due.ringAgain(busy)
  expect((await boss.fetch(10)).map(({ data }) => data.session)).toEqual(['lost'])
  expect(await due.look(busy)).toMatchObject({ hasLost: false })
  expect(await due.look(wanted)).toMatchObject({ hasLost: true })
})

it('reads none of those whose bells hang or whose time is to come', async () => {
  const { store, boss } = await waiting()
  await store.database.rows(
    `INSERT INTO session (id, owner, state, token, wake_seq, loop, loop_version, title, thread, status, created_at,
        offered_at, not_before)
      SELECT 'many ' || n, 'local', 'queued', 0, 0, 'react', 1, '', 'thr_1', 'queued', 0,
        CASE WHEN n % 2 = 0 THEN 4102444800000 END, CASE WHEN n % 2 = 1 THEN 4102444800000 END
      FROM generate_series(1, 20000) n`,
  )
  await store.database.rows('ANALYZE session')
  const plans: unknown[] = []
  const explaining = {
    rows: async (text: string, values: readonly unknown[]) => {
      const lines = await store.database.rows(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, values)
      plans.push(...lines.map((line) => line['QUERY PLAN']))
      return []
    },
  }
  await new DueSessions(explaining as unknown as Database, boss).look(wanted)
  const read = plans.filter((line) => /on session|Removed by Filter/.test(String(line)))
  expect(read.map((line) => /Index \w*(?: Only)?Scan using (\w+)|Removed/.exec(String(line))?.[1])).toEqual([
    'session_due',
    'session_rung',
    'session_rung',
  ])
})

it('sessions are akin when a limit may count both', () => {
  const [one, other] = ['ann\x1fclerk\x1f', 'ann\x1f\x1fmodels']
  expect([areAkin(one, other), areAkin(one, 'bob\x1fclerk\x1f'), areAkin(one, 'bob\x1f\x1f')]).toEqual([
    true,
    true,
    false,
  ])
})
