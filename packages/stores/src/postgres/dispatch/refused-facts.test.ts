import { defineLoop, type Model, Runtime, user } from '@gyre/core'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { desk, looked, place, until } from '../../../test/dispatch-bench.ts'

const saying = defineLoop({
  name: 'saying',
  config: z.object({}),
  run: async (ctx) => (await ctx.generate([user('Say it.')], { label: 'say' })).text,
})

it('a session whose facts the server refuses waits for a person: no worker pays for them again', async () => {
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
  await store.database.rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION USING ERRCODE = '54000', MESSAGE = 'it is too much'; END $$`)
  await store.database.rows(
    `CREATE TRIGGER refuse BEFORE INSERT ON journal FOR EACH ROW WHEN (NEW.path = 'say#1') EXECUTE FUNCTION refuse()`,
  )
  const { id } = await runtime.start('saying', 'Go.', { model: model.id })
  await until(async () => (await store.sessions.get(id))?.mirror.status === 'waiting')
  await looked(store)
  expect(await store.sessions.get(id)).toMatchObject({ state: 'parked', worker: null })
  expect((await runtime.read(id)).view.refusal).toMatchObject({
    code: 'store-failed',
    message: expect.stringContaining('it is too much'),
  })
  expect(calls).toBe(1)
  await store.database.rows('DROP TRIGGER refuse ON journal')
  await runtime.resume(id)
  await until(async () => (await store.sessions.get(id))?.state === 'ended')
  expect(await runtime.outcomeOf(id)).toMatchObject({ answer: 'Said.' })
})
