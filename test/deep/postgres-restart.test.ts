import { afterAll, beforeAll, expect, it } from 'vitest'
import { desk, queue, testWorker, until } from '../../packages/stores/test/dispatch-bench.ts'
import {
  type PostgresServer,
  removePostgres,
  restartPostgres,
  startPostgres,
  stopPostgres,
} from '../postgres/server.ts'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => removePostgres(server))

it('goes on when the server was started again, and nobody takes what others run', async () => {
  const schema = { url: server.url, schema: 'restarted' }
  const leaseMs = 1500
  const [one, other] = [await desk(schema, { concurrency: 1, leaseMs }), await desk(schema, { leaseMs })]
  const [holder, taker] = [testWorker(one.store, { isRenewing: true }), testWorker(other.store, { isRenewing: true })]
  one.dispatcher.work(holder)
  await queue(one.store, ['held'])
  await one.dispatcher.offer('held')
  await until(() => holder.running.has('held'))
  other.dispatcher.work(taker)
  await queue(other.store, ['before'])
  await other.dispatcher.offer('before')
  await until(() => taker.running.has('before'))

  await stopPostgres(server, 'immediate')
  const offered = other.dispatcher.offer('after')
  // Long enough for every lease to run out.
  const downUntil = Date.now() + leaseMs
  await until(() => Date.now() > downUntil)
  server = await restartPostgres(server)
  await queue(one.store, ['after'])
  await offered
  await until(() => taker.running.has('after'))
  const settled = Date.now() + 2 * leaseMs
  const seen = 'SELECT 1 FROM worker WHERE seen_at > $1'
  await until(async () => (await one.store.database.rows(seen, [settled])).length === 2)
  expect([holder.asked, taker.asked]).toEqual([['held'], ['before', 'after']])
  expect([...holder.running.keys(), ...taker.running.keys()]).toEqual(['held', 'before', 'after'])
})
