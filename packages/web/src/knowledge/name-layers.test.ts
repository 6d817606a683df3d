import { describe, expect, it } from 'vitest'
import { nameLayers } from './name-layers.ts'

const link = (text: string) => {
  const [from = '', to = ''] = text.split('>')
  return { from, to }
}

const layers = (links: readonly string[], ...centres: readonly string[]) =>
  Object.fromEntries(nameLayers(links.map(link), centres))

describe('how far names are from the centre', () => {
  it('is told with the side they are on', () => {
    expect(layers(['a>c', 'c>b', 'b>d', 'e>a'], 'c')).toEqual({ c: 0, a: -1, b: 1, d: 2, e: -2 })
  })

  it('is the shortest way, whichever way its links lead', () => {
    expect(layers(['c>a', 'a>b', 'b>c', 'd>b'], 'c')).toEqual({ c: 0, a: 1, b: -1, d: -2 })
  })

  it('is ahead for a name that is linked both ways, and nothing for one that no way leads to', () => {
    expect(layers(['a>c', 'c>a', 'x>y', 'c>c'], 'c')).toEqual({ c: 0, a: 1 })
  })

  it('is 0 for each of several centres', () => {
    expect(layers(['a>b'], 'a', 'b')).toEqual({ a: 0, b: 0 })
  })
})
