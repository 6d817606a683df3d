import { defineTool, react } from '@gyre/core'
import { calls, callsAll, says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { calculator } from '@gyre/tools'
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
