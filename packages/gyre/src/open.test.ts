import { defineLoop, defineTool, react, shippedPersonas } from '@gyre/core'
import { calls, callsAll, says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { calculator, calendarToolbox, hotelToolbox } from '@gyre/tools'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { open } from './open.ts'

/** A language model of the AI SDK whose provider refuses every call. */
const refusing = (message: string) => ({
  specificationVersion: 'v4' as const,
  provider: 'acme.chat',
  modelId: 'x',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('not asked for')),
  doStream: () => Promise.reject(Object.assign(new Error(message), { statusCode: 400 })),
})

it('keeps in its store what calls have shown of a model', async () => {
  const store = memoryStore()
  const runtime = open({ store })
  const model = refusing('acme/x does not support tools')
  const session = await runtime.start(react, 'What is 2 + 2?', { model, tools: [calculator] })
  await session.outcome.catch(() => {})
  expect(await store.keyValue.get('model-capability:acme/x')).toEqual(['tools'])
  await runtime.close()
})

const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ at: z.int() }),
  effect: 'pure',
  limits: { perMinute: 1 },
  run: () => 'A text from outside.',
})

it('lets every call through the guard: what comes from outside is fenced, and limits hold', async () => {
  const runtime = open()
  const model = scriptedModel(
    callsAll({ tool: 'page', input: { at: 1 } }, { tool: 'page', input: { at: 2 } }),
    says('Read.'),
  )
  const session = await runtime.start(react, 'Read it.', { model, tools: [page] })
  await session.outcome
  const said = JSON.stringify(model.requests[1]?.messages)
  expect(said).toContain('"untrusted":{"from":"page"}')
  expect(said).toMatch(/Not run: [^"]*`page`/)
  await runtime.close()
})

it('takes another runner of tools when it is given one', async () => {
  const answer = () => ({ output: { text: 'Of my own.' } })
  const runtime = open({
    toolRunner: {
      admit: () => ({ kind: 'run', tool: page, input: {} }),
      clear: () => ({ kind: 'run', tool: page, input: {} }),
      execute: answer,
    },
  })
  const model = scriptedModel(calls('page', { at: 1 }), says('Read.'))
  const session = await runtime.start(react, 'Read it.', { model, tools: [page] })
  await session.outcome
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('Of my own.')
  await runtime.close()
})

it('has the personas that come with Gyre; those given and saved win over them', async () => {
  const names = shippedPersonas.map(({ persona }) => (persona as { readonly name: string }).name)
  const mine = { persona: { name: 'deep', loop: 'cot' }, source: 'app.ts' }
  const runtime = open({ personas: [mine] })
  await runtime.personas.save({ name: 'fast', loop: 'direct' })
  const entries = await runtime.personas.list()
  expect(entries.map(({ persona }) => persona.name)).toEqual([...names].sort())
  expect(entries.filter(({ source }) => source !== 'shipped')).toEqual([
    { ...mine, version: null },
    { persona: { name: 'fast', loop: 'direct' }, version: 1, source: 'store' },
  ])
  await runtime.close()
})

it('plays the persona `hotel` with the tools it names, and says which of them are missing', async () => {
  const waves = shippedPersonas.find(({ persona }) => (persona as { readonly name: string }).name === 'hotel')
  const persona = { ...(waves?.persona as object), loop: 'react' }
  const tools = [...calendarToolbox().tools, ...hotelToolbox().tools, calculator]
  const runtime = open({ tools, personas: [{ persona, source: 'app.ts' }] })
  const stay = { check_in: '2027-01-17', check_out: '2027-01-19' }
  const model = scriptedModel(calls('pms.get_availability', stay), says('Pine Lodge.'))
  expect((await (await runtime.startAs('hotel', 'A room?', { model })).outcome).answer).toBe('Pine Lodge.')
  expect(model.requests[0]?.tools?.map(({ name }) => name)).not.toContain(calculator.name)
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('Pine Lodge, Upper Aldern')
  await runtime.close()
  const bare = open({ tools: calendarToolbox().tools, personas: [{ persona, source: 'app.ts' }] })
  await expect(bare.startAs('hotel', 'A room?', { model })).rejects.toMatchObject({
    code: 'tool-unknown',
    message: expect.stringContaining('Persona `hotel` asks for the tool `pms.*`, which is not there.'),
  })
  await bare.close()
})

it('takes no loop with the name of a persona, and no persona with the name of a loop', () => {
  const loop = (name: string) => defineLoop({ name, run: async () => 'x' })
  expect(() => open({ loops: [loop('hotel')] })).toThrow(
    'Loop `hotel`: name: `hotel` is the name of a persona that comes with Gyre; choose another name for the loop',
  )
  const personas = [{ persona: { name: 'mine', loop: 'react' }, source: 'app.ts' }]
  expect(() => open({ loops: [loop('mine')], personas })).toThrow(
    'app.ts: name: `mine` is the name of a loop, which no persona may have; choose another name',
  )
})

it.each([
  ['data/gyre.db', '`store` is no store: give `sqliteStore("data/gyre.db")`, or leave it out for one in memory.'],
  [{}, '`store` is no store: give `sqliteStore(FILE)`, or leave it out for one in memory.'],
])('takes no %j for a store, and says what is one', (store, message) => {
  expect(() => open({ store: store as never })).toThrow(expect.objectContaining({ code: 'config-invalid', message }))
})
