import { calls, says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool, react, run } from './index.ts'

const pay = defineTool({
  name: 'pay',
  description: 'Pays',
  input: z.object({ amount: z.number() }),
  approval: 'always',
  run: () => 'Paid.',
})

describe('run', () => {
  it('gives the answer of a loop', async () => {
    expect(await run(react, 'Hello?', { model: scriptedModel(says('Hello.')) })).toMatchObject({
      outcome: 'answered',
      answer: 'Hello.',
    })
  })

  it('leaves the session in the store it is given, and the store open', async () => {
    const store = memoryStore()
    const { session } = await run(react, 'Hello?', { model: scriptedModel(says('Hello.')), store })
    expect(await store.sessions.get(session)).toMatchObject({ state: 'ended' })
  })

  it('fails instead of waiting for a person it cannot ask', async () => {
    const model = scriptedModel(calls('pay', { amount: 5 }), says('Done.'))
    await expect(run(react, 'Pay 5.', { model, tools: [pay] })).rejects.toMatchObject({ code: 'person-needed' })
  })
})
