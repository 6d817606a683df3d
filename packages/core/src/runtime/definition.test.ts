import { expect, it } from 'vitest'
import { world } from '../../../../test/support/kernel.ts'
import { direct } from '../loops/direct.ts'
import { modelOf, says } from '../testing/scripted-model.ts'

const model = modelOf(() => says('Hi.'))

async function definitionOf(options: object) {
  const { runtime } = world({ secrets: ['hunter2'] })
  const session = await runtime.start(direct, 'Hello.', { model, ...options })
  await session.outcome
  return (await runtime.read(session.id)).view.definition
}

it('tells who began the session', async () => {
  expect(await definitionOf({ by: 'key:laptop' })).toMatchObject({ by: 'key:laptop' })
  expect(await definitionOf({})).not.toHaveProperty('by')
})

it.each([
  [{}],
  [{ description: 'Anything.' }],
  [{ minLength: 1 }],
  [{ additionalProperties: { type: 'string' } }],
  [{ $defs: { name: { type: 'string' } }, $ref: '#/$defs/name' }],
])('takes any JSON Schema for the answer: %j', async (output) => {
  const { runtime } = world()
  const session = await runtime.start(direct, { goal: 'Hello.', output }, { model })
  expect((await runtime.read(session.id)).view.definition?.task.output).toEqual(output)
  await session.outcome
})

it('holds no secrets of who began it, nor of its client tools', async () => {
  const clientTools = [{ name: 'open', description: 'Opens with hunter2.', input: { type: 'object' } }]
  const definition = await definitionOf({ by: 'key:hunter2', clientTools })
  expect(definition?.by).toMatch(/^key:/)
  expect(definition?.clientTools).toMatchObject([{ name: 'open', description: expect.stringMatching(/^Opens with /) }])
  expect(JSON.stringify(definition)).not.toContain('hunter2')
})
