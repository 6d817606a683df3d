import { react } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { calculator } from '@gyre/tools'
import { expect, it } from 'vitest'
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
