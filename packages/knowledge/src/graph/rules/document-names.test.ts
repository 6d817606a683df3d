import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { documentNames } from './document-names.ts'

const chunkOf = (text: string) => ({ text, title: '', headings: [] })

describe('reading a document for its names', () => {
  it('gives others their turn from chunk to chunk', async () => {
    let [isReading, turns] = [true, 0]
    const others = (async () => {
      for (; isReading; turns++) await setImmediate()
    })()
    const text = 'Maren Holt met Pell Ardis at the Works of Port Ivern, and the mayor paid. '.repeat(20)
    await documentNames(Array.from({ length: 250 }, () => chunkOf(text)))
    isReading = false
    await others
    expect(turns).toBeGreaterThan(3)
  })

  it.each(['Aa of ', '“A ', '"A ', '[', '<a ', '<!-- ', 'A. ', 'A (B ', 'Aa '])(
    'takes no time that grows with the square of the text: %j',
    async (piece) => {
      const start = performance.now()
      await documentNames([chunkOf(piece.repeat(Math.trunc(100_000 / piece.length)))])
      expect(performance.now() - start).toBeLessThan(2_000)
    },
  )

  it('ends a name somewhere', async () => {
    const { names } = await documentNames([chunkOf(`They met ${'Aa of '.repeat(50)}Bb.`)])
    expect(Math.max(...[...names].map((name) => name.split(' ').length))).toBe(17)
  })
})
