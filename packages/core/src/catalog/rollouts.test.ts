import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { loops } from '../loops/index.ts'
import { Personas } from './personas.ts'
import { Rollouts } from './rollouts.ts'

async function make() {
  const shelf = { catalog: memoryStore().catalog, owner: 'ann', now: () => 1 }
  const given = [{ persona: { name: 'given', loop: 'react' }, source: 'gyre.config.ts' }]
  const personas = new Personas({ ...shelf, loops, given })
  for (const maxIterations of [1, 2]) await personas.save({ name: 'a', loop: 'react', config: { maxIterations } })
  return { personas, rollouts: new Rollouts({ ...shelf, personas, loops }) }
}

describe('rollouts', () => {
  it('are saved in versions by the name of their persona', async () => {
    const { rollouts } = await make()
    const first = { persona: 'a', arms: [{ version: 1, weight: 1 }] }
    const second = { persona: 'a', arms: [{ version: 2, weight: 1 }] }
    await rollouts.save(first)
    expect(await rollouts.save(second)).toEqual({ rollout: second, version: 2 })
    expect(await rollouts.list()).toEqual([{ rollout: second, version: 2 }])
    expect(await rollouts.rollBack('a')).toEqual({ rollout: first, version: 1 })
    expect(await rollouts.promote('a', 2)).toMatchObject({ version: 2 })
    expect(await rollouts.get('a', 1)).toEqual({ rollout: first, version: 1 })
    expect(await rollouts.versions('a')).toHaveLength(2)
  })

  it('choose the arm of a thread, and what the persona then is', async () => {
    const { rollouts } = await make()
    await rollouts.save({ persona: 'a', arms: [{ version: 1, loop: 'cot', config: { samples: 3 }, weight: 1 }] })
    expect(await rollouts.choose('a', 'thr_1')).toEqual({
      persona: { name: 'a', loop: 'cot', config: { samples: 3 } },
      version: 1,
      source: 'store',
      arm: 'v1 cot samples=3',
    })
  })

  it('keep what an arm does not change of a loop inside, by default, too', async () => {
    const { personas, rollouts } = await make()
    await personas.save({ name: 'b', loop: 'reflexion', config: { inner: { config: { maxIterations: 4 } } } })
    await rollouts.save({ persona: 'b', arms: [{ config: { inner: { loop: 'react' } }, weight: 1 }] })
    expect(await rollouts.choose('b', 'thr_1')).toMatchObject({
      persona: { config: { inner: { loop: 'react', config: { maxIterations: 4 } } } },
    })
  })

  it('leave a name that is not split as it is', async () => {
    const { rollouts } = await make()
    expect(await rollouts.choose('a', 'thr_1')).toMatchObject({ version: 2, arm: 'v2', persona: { loop: 'react' } })
    expect(await rollouts.choose('given', 'thr_1')).toMatchObject({ version: null, arm: 'current' })
    await expect(rollouts.choose('b', 'thr_1')).rejects.toMatchObject({ code: 'persona-unknown' })
  })

  it('end when they are removed', async () => {
    const { rollouts } = await make()
    await rollouts.save({ persona: 'a', arms: [{ version: 1, weight: 1 }] })
    await rollouts.remove('a')
    expect(await rollouts.choose('a', 'thr_1')).toMatchObject({ version: 2 })
  })

  it('with an arm that cannot run are not saved', async () => {
    const { rollouts } = await make()
    const arms = [
      { version: 3, weight: 1 },
      { loop: 'cto', weight: 1 },
      { loop: 'cot', config: { samples: 0 }, weight: 1 },
      { config: { samples: 2 }, weight: 1 },
    ]
    await expect(rollouts.save({ persona: 'a', arms }, 'split.yaml')).rejects.toMatchObject({
      code: 'rollout-invalid',
      message: [
        'split.yaml: arms[0].version: `a` has no version 3; there are 2 (current), 1',
        'split.yaml: arms[1].loop: there is no loop `cto`; did you mean `cot`?',
        'split.yaml: arms[2].config.samples: expected a whole number from 1 to 100, got 0',
        'split.yaml: arms[3].config.samples: unknown key; there are `maxIterations`, `protocol`, `backtrack`, `maxFailures`.',
      ].join('\n'),
    })
    await expect(rollouts.save({ persona: 'a', arms: [] })).rejects.toMatchObject({ code: 'rollout-invalid' })
    await expect(rollouts.save({ persona: 'aa', arms: [{ weight: 1 }] })).rejects.toMatchObject({
      code: 'persona-unknown',
    })
    expect(await rollouts.list()).toEqual([])
  })
})
