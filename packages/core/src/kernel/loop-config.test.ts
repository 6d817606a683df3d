import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { world } from '../../../../test/support/kernel.ts'
import { innerLoop } from '../loops/inner-loop.ts'
import { react } from '../loops/react.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineLoop, type Loop } from './loop.ts'
import { configIssues, innerLoopNames, knownLoops, readConfig } from './loop-config.ts'

const model = modelOf(() => says('Fine.'))

/** A loop with a loop inside, by default `leaf`, and as many others as are named. */
function nesting(name: string, uses: readonly Loop[] = []): Loop {
  return defineLoop({
    name,
    uses,
    config: z.strictObject({
      rounds: z.int().min(1).default(2),
      inner: innerLoop({ loop: 'leaf', config: {} }),
      others: z.array(innerLoop({ loop: 'leaf', config: {} })).default([]),
    }),
    run: async (ctx, task, { inner }) => (await ctx.runLoop(inner.loop, task, { config: inner.config })).answer,
  })
}

const leaf: Loop = defineLoop({
  name: 'leaf',
  config: z.strictObject({ maxSteps: z.int().min(1).default(3), mood: z.enum(['calm', 'bold']).default('calm') }),
  run: async (_, __, config) => ({ answer: config }),
})
const outer = nesting('outer')
const middle = nesting('middle')
const known = [outer, middle, leaf]

describe('the config of a loop with loops inside', () => {
  it('is read with the defaults of its own settings; those of the inner loop are read when that runs', () => {
    expect(readConfig(outer, {}, known)).toEqual({ rounds: 2, inner: { loop: 'leaf', config: {} }, others: [] })
    const config = { inner: { loop: 'middle' } }
    expect(readConfig(outer, config, known)).toMatchObject({ inner: { loop: 'middle', config: {} } })
  })

  it.each([
    ['its own setting', { rounds: 0 }, 'rounds: expected a whole number of at least 1, got 0'],
    [
      'a setting of the inner loop',
      { inner: { loop: 'leaf', config: { maxSteps: 'six' } } },
      'inner.config.maxSteps: expected a whole number of at least 1, got "six"',
    ],
    [
      'a key of the inner loop',
      { inner: { loop: 'leaf', config: { maxStep: 6 } } },
      'inner.config.maxStep: unknown key; did you mean `maxSteps`?',
    ],
    [
      'a setting two loops down',
      { inner: { loop: 'middle', config: { inner: { loop: 'leaf', config: { mood: 'wild' } } } } },
      'inner.config.inner.config.mood: expected "calm" or "bold", got "wild"',
    ],
    [
      'a loop in a list',
      { others: [{ loop: 'leaf' }, { loop: 'laef' }] },
      'others[1].loop: there is no loop `laef`; did you mean `leaf`?',
    ],
    [
      'a name that is like none',
      { inner: { loop: 'zzz' } },
      'inner.loop: there is no loop `zzz`; there are `outer`, `middle`, `leaf`.',
    ],
    [
      'a key beside the two',
      { inner: { loop: 'leaf', confg: {} } },
      'inner.confg: unknown key; did you mean `config`?',
    ],
    ['a loop that is a name only', { inner: 'leaf' }, 'inner: expected'],
  ])('names the place of what is wrong with %s', (_, config, message) => {
    const told = { code: 'config-invalid', message: expect.stringContaining(`Config of \`outer\`: ${message}`) }
    expect(() => readConfig(outer, config, known)).toThrow(expect.objectContaining(told))
  })

  it('tells all faults of one loop at once', () => {
    const config = { inner: { loop: 'leaf', config: { maxSteps: 0, mood: 1 } }, others: [{ loop: 'x' }] }
    expect(configIssues(outer, config, known).map(({ path }) => path)).toEqual([
      ['inner', 'config', 'maxSteps'],
      ['inner', 'config', 'mood'],
      ['others', 0, 'loop'],
    ])
  })

  it('knows the loops that the loop brings along, and at any depth', () => {
    const bringing = nesting('bringing', [leaf])
    const config = { inner: { loop: 'bringing', config: { inner: { loop: 'leaf', config: { maxSteps: 0 } } } } }
    expect(configIssues(outer, config, [outer, bringing])).toMatchObject([
      { path: ['inner', 'config', 'inner', 'config', 'maxSteps'] },
    ])
  })

  it('is wrong where a loop that would run by default is not there', () => {
    expect(() => readConfig(outer, { inner: { loop: 'middle' } }, [outer, middle])).toThrow(
      'Config of `outer`: inner.config.inner.loop: there is no loop `leaf`',
    )
  })

  it('is found to be wrong before a session begins', async () => {
    const { runtime } = world({ loops: known })
    const config = { inner: { loop: 'leaf', config: { maxSteps: 'six' } } }
    await expect(runtime.start('outer', 'Go.', { model, config })).rejects.toMatchObject({
      code: 'config-invalid',
      message: 'Config of `outer`: inner.config.maxSteps: expected a whole number of at least 1, got "six"',
    })
    expect(await runtime.list()).toEqual([])
  })

  it('reaches the inner loop, through all that are between', async () => {
    const { runtime } = world({ loops: known })
    const config = { inner: { loop: 'middle', config: { inner: { loop: 'leaf', config: { mood: 'bold' } } } } }
    const session = await runtime.start('outer', 'Go.', { model, config })
    expect((await session.outcome).answer).toEqual({ maxSteps: 3, mood: 'bold' })
  })
})

describe('a loop that is switched off', () => {
  const off = async () => {
    const given = world({ loops: known })
    await given.runtime.settings.set('loops_off', ['leaf'])
    return given.runtime
  }

  it.each([
    ['by default', {}],
    ['by name', { inner: { loop: 'leaf' } }],
    ['in a list', { inner: { loop: 'middle' }, others: [{ loop: 'leaf' }] }],
    ['two loops down', { inner: { loop: 'middle', config: { inner: { loop: 'leaf' } } } }],
    ['two loops down by default', { inner: { loop: 'middle' } }],
  ])('is not run inside of another: %s', async (_, config) => {
    const runtime = await off()
    const refused = { code: 'loop-off', message: 'The loop `leaf` is switched off.' }
    await expect(runtime.start('outer', 'Go.', { model, config })).rejects.toMatchObject(refused)
    await expect(runtime.start(outer, 'Go.', { model, config })).rejects.toMatchObject(refused)
  })

  it('is not run by a loop that names it, or one that would run it by default', async () => {
    const runtime = await off()
    for (const name of ['leaf', 'middle']) {
      const naming = defineLoop({ name: 'naming', run: async (ctx) => (await ctx.runLoop(name, 'x')).answer })
      const session = await runtime.start(naming, 'Go.', { model })
      expect(await session.outcome).toMatchObject({ outcome: 'failed:loop-off' })
    }
  })

  it('goes on in a session that had begun before', async () => {
    const given = world({ loops: known, models: () => model })
    const late = defineLoop({
      name: 'late',
      run: async (ctx, task) => {
        await ctx.askHuman('Go on?')
        return (await ctx.runLoop('leaf', task)).answer
      },
    })
    const session = await given.runtime.start(late, 'Go.', { model })
    await session.idle()
    await given.runtime.settings.set('loops_off', ['leaf'])
    await session.answer('yes')
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: { maxSteps: 3, mood: 'calm' } })
  })
})

describe('the names of loops', () => {
  it('are found in a config at any depth, those by default, too', () => {
    expect(innerLoopNames(outer, {}, known)).toEqual(['leaf'])
    const config = { inner: { loop: 'middle' }, others: [{ loop: 'outer', config: { inner: { loop: 'leaf' } } }] }
    expect(innerLoopNames(outer, config, known)).toEqual(['middle', 'leaf', 'outer'])
    expect(innerLoopNames(leaf, {}, known)).toEqual([])
    expect(innerLoopNames(outer, { rounds: 'x' }, known)).toEqual([])
  })

  it('come to an end where loops run each other by default', () => {
    const running = (name: string, inner: string) =>
      defineLoop({
        name,
        config: z.strictObject({ inner: innerLoop({ loop: inner, config: {} }), mood: z.string().default('calm') }),
        run: async () => null,
      })
    const loops = [running('self', 'self'), running('there', 'back'), running('back', 'there')]
    expect(loops.map((loop) => innerLoopNames(loop, {}, loops))).toEqual([
      ['self'],
      ['back', 'there'],
      ['there', 'back'],
    ])
    expect(readConfig(loops[1] as Loop, { mood: 'bold' }, loops)).toMatchObject({ inner: { loop: 'back', config: {} } })
  })

  it('mean the loops there are before those that a loop brings along', () => {
    const other = defineLoop({ name: 'react', run: async () => 'other' })
    expect(knownLoops([other], { uses: [react as unknown as Loop, leaf] })).toEqual([other, leaf])
  })
})

describe('a setting that names a loop', () => {
  const schema = innerLoop({ loop: 'react', config: { maxIterations: 4 } })

  it('is the standard loop when it is left out', () => {
    expect(schema.parse(undefined)).toEqual({ loop: 'react', config: { maxIterations: 4 } })
  })

  it('has the settings of the loop it names, and none of the standard one', () => {
    expect(schema.parse({ loop: 'cot' })).toEqual({ loop: 'cot', config: {} })
    expect(schema.parse({ loop: 'react', config: { protocol: 'text' } })).toEqual({
      loop: 'react',
      config: { protocol: 'text' },
    })
  })
})
