import { describe, expect, it } from 'vitest'
import { faultless } from '../../competence.ts'
import { measureWebs } from './measure-webs.ts'

describe('arms in webs', () => {
  const equipment = { store: () => expect.fail('nothing is run'), embedder: {} as never, firstSeed: 1, n: 2 }
  const arm = { name: 'second', config: {}, world: {}, competence: faultless, asMuchAs: 'first' }

  it('are not given what nobody has spent', async () => {
    await expect(measureWebs([arm], equipment)).rejects.toThrow('The arm `second` needs `first` before it.')
  })

  it('are not run once all is stopped', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(measureWebs([arm], { ...equipment, signal })).rejects.toThrow('enough')
  })
})
