import { defineLoop, type Model, Runtime, user } from '@gyre/core'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { desk, looked, place, until } from '../../../test/dispatch-bench.ts'
import { next, running } from '../../../test/temporary-store.ts'

const hour = 3_600_000

const saying = defineLoop({
  name: 'saying',
  config: z.object({}),
  run: async (ctx) => (await ctx.generate([user('Say it.')], { label: 'say' })).text,
})

/** A runtime over a schema of its own, with a model that counts its calls; `refuse` has the server refuse facts. */
async function world() {
  let calls = 0
  const model: Model = {
    id: 'test/model',
    async *stream() {
      calls += 1
      yield { type: 'text', text: 'Said.' }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  const { store, dispatcher } = await desk(await place())
  const runtime = new Runtime({ store, dispatcher, loops: [saying], models: [model] })
  onTestFinished(() => runtime.close({ graceMs: 0, keepStore: true }))
  const refuse = async (when: string, code: string) => {
    await store.database.rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = 'it is too much'; END $$`)
    await store.database.rows(
      `CREATE TRIGGER refuse BEFORE INSERT ON journal FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse()`,
    )
  }
  return { store, dispatcher, runtime, model, refuse, calls: () => calls }
}

it('a session whose facts the server refuses waits for a person: no worker pays for them again', async () => {
  const { store, runtime, model, refuse, calls } = await world()
  await refuse("NEW.path = 'say#1'", '54000')
  const { id } = await runtime.start('saying', 'Go.', { model: model.id })
  await until(async () => (await store.sessions.get(id))?.mirror.status === 'waiting')
  await looked(store)
  expect(await store.sessions.get(id)).toMatchObject({ state: 'parked', worker: null })
  expect((await runtime.read(id)).view.refusal).toMatchObject({
    code: 'store-failed',
    message: expect.stringContaining('it is too much'),
  })
  expect(calls()).toBe(1)
  await store.database.rows('DROP TRIGGER refuse ON journal')
  await runtime.resume(id)
  await until(async () => (await store.sessions.get(id))?.state === 'ended')
  expect(await runtime.outcomeOf(id)).toMatchObject({ answer: 'Said.' })
})

it('rows that the server finds damaged stop the session they are of, and none that is written with it', async () => {
  const { store, refuse } = await world()
  const leases = [await running(store, 'ses_1'), await running(store, 'ses_2'), await running(store, 'ses_3')]
  const { sid } = (await store.database.rows<{ sid: number }>("SELECT sid FROM session WHERE id = 'ses_2'"))[0]!
  await refuse(`NEW.sid = ${sid}`, 'XX001')
  const written = await Promise.allSettled(leases.map((lease) => store.journal.append(lease, [next(lease)])))
  expect(written).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'store-corrupt' } },
    { status: 'fulfilled' },
  ])
})

it('a session whose worker died five times at the same place waits for a person, who is told why', async () => {
  const { store, dispatcher, runtime, model, calls } = await world()
  const { id } = await runtime.start('saying', 'Go.', { model: model.id, notBefore: new Date(Date.now() + hour) })
  await store.database.rows('UPDATE session SET deaths = 5, not_before = NULL, offered_at = NULL')
  const why = { code: 'worker-lost', message: 'Its worker died 5 times at the same place.' }
  await expect(runtime.outcomeOf(id)).rejects.toMatchObject(why)
  expect(await store.sessions.get(id)).toMatchObject({ state: 'parked', mirror: { status: 'waiting' } })
  expect((await runtime.read(id)).view.refusal).toMatchObject(why)
  expect(await dispatcher.deadLetters()).toMatchObject([{ session: id, deaths: 5 }])
  expect(calls()).toBe(0)
  await runtime.resume(id)
  expect(await runtime.outcomeOf(id)).toMatchObject({ answer: 'Said.' })
  expect(await dispatcher.deadLetters()).toEqual([])
})
