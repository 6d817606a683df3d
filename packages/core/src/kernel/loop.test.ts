import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineLoop, type Loop } from './loop.ts'

const model = modelOf(() => says('Hello.'))

describe('a loop of a name and a body', () => {
  const greeter = defineLoop({
    name: 'greeter',
    run: async (ctx, task) => (await ctx.generate([user(task.goal)])).text,
  })

  it('runs', async () => {
    const session = await world().runtime.start(greeter, 'Greet me.', { model })
    expect(await session.outcome).toMatchObject({ loop: 'greeter', outcome: 'answered', answer: 'Hello.' })
  })

  it('has a default for all that others ask of a loop', () => {
    const { run: _, config, ...known } = greeter
    expect(known).toEqual({
      name: 'greeter',
      version: 1,
      summary: '',
      paper: null,
      prompts: {},
      uses: [],
      example: { goal: 'Your goal.', args: ['-l', 'greeter', 'Your goal.'] },
      traits: {
        minCalls: '1',
        multiArgTools: true,
        selfCorrects: false,
        auditablePlan: false,
        worksWithoutTools: true,
        bestFor: '',
        signals: [],
      },
    })
    expect(config.parse({})).toEqual({})
  })

  it('takes no config', async () => {
    const started = world().runtime.start(greeter, 'Greet me.', { model, config: { depth: 1 } })
    await expect(started).rejects.toMatchObject({ code: 'config-invalid' })
  })

  it('keeps what it says of itself', () => {
    const { name, run } = greeter
    const loop = defineLoop({ name, run, version: 2, summary: 'Greets.', traits: { bestFor: 'greetings' } })
    expect(loop).toMatchObject({ version: 2, summary: 'Greets.', traits: { bestFor: 'greetings', minCalls: '1' } })
  })

  it.each(['', 'Greeter', 'my loop', '1st', 'a/b'])('is not called `%s`', (name) => {
    expect(() => defineLoop({ name, run: greeter.run })).toThrow(expect.objectContaining({ code: 'label-invalid' }))
  })
})

describe('the types of a loop', () => {
  it('are those of its config schema', () => {
    const config = z.strictObject({ depth: z.int().default(3), name: z.string() })
    const loop = defineLoop({
      name: 'deep',
      config,
      run: async (_, __, given) => {
        expectTypeOf(given).toEqualTypeOf<{ depth: number; name: string }>()
        return given.name
      },
    })
    expectTypeOf(loop).toEqualTypeOf<Loop<typeof config>>()
    expectTypeOf<Parameters<typeof loop.run>[2]>().toEqualTypeOf<{ depth: number; name: string }>()
  })

  it('leave nothing to read in a config that has no schema', () => {
    defineLoop({
      name: 'plain',
      run: async (_, __, given) => {
        expectTypeOf(given).toEqualTypeOf<Record<string, never>>()
        return null
      },
    })
  })

  it('let only plain data be an answer', () => {
    // @ts-expect-error A function is no answer.
    defineLoop({ name: 'odd', run: async () => ({ answer: () => 'x' }) })
    defineLoop({ name: 'even', run: async () => ({ answer: { rows: [1, 2] }, outcome: 'limit:pages' }) })
  })
})
