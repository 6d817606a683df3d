import { describe, expect, it } from 'vitest'
import { corrected, statementsIn } from './claim-evidence.ts'

const evidence =
  '[1] The Tarn Yard\nhttps://a.example/x (doc_1, 0–90)\nAda Lind founded the Tarn Yard in 1841. The slip of the Tarn Yard is 48 metres long.'

describe('statementsIn', () => {
  it('gives sentences that say something of somebody', () => {
    const text = 'Yes. Ada Lind founded the Tarn Yard in 1841. I do not know Otto Berg well. It is nice there.'
    expect(statementsIn(text)).toEqual(['Ada Lind founded the Tarn Yard in 1841.'])
  })
})

describe('corrected', () => {
  it.each([
    ['Otto Berg founded the Tarn Yard in 1841.', 'Ada Lind founded the Tarn Yard in 1841.'],
    ['Ada Lind founded the Tarn Yard in 1851.', 'Ada Lind founded the Tarn Yard in 1841.'],
    ['The slip of the Tarn Yard is 84 metres long.', 'The slip of the Tarn Yard is 48 metres long.'],
  ])('mends `%s`', (claim, mended) => {
    expect(corrected(claim, evidence)).toBe(mended)
  })

  it.each(['Ada Lind founded the Tarn Yard in 1841.', 'Otto Berg closed the Ember Bank in 1900.'])(
    'leaves `%s` alone',
    (claim) => {
      expect(corrected(claim, evidence)).toBeUndefined()
    },
  )
})
