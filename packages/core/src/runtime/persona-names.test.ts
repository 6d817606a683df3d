import { describe, expect, it } from 'vitest'
import { loopOf, world } from '../../../../test/support/kernel.ts'
import { shippedPersonas } from '../catalog/shipped-personas.ts'
import { experts } from '../loops/experts/entry.ts'
import { modelOf, says } from '../testing/scripted-model.ts'

describe('a loop with the name of a persona that is not from the store', () => {
  it('is not started, and nothing is stored', async () => {
    const { runtime } = world({ loops: [experts], personas: shippedPersonas })
    const options = { model: modelOf(() => says('x')) }
    const loop = loopOf('deep', async () => 'x')
    const refused = { code: 'persona-invalid', message: expect.stringContaining('give the loop another name') }
    await expect(runtime.start(loop, 'Q?', options)).rejects.toMatchObject(refused)
    await expect(runtime.check({ loop, task: 'Q?', options })).rejects.toMatchObject(refused)
    expect(await runtime.list()).toEqual([])
    await expect(runtime.start('deep', 'Q?', options)).rejects.toMatchObject({ code: 'loop-unknown' })
  })
})
