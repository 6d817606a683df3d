import { describe, expect, it } from 'vitest'
import { shelfOf } from '../../test/search-shelf.ts'
import type { ChunkEdge } from './chunk-edge.ts'
import { expand } from './expand.ts'

const shelfWith = async (edges: readonly ChunkEdge[]) => {
  const shelf = await shelfOf([{ source: 'a.md', passages: ['Text.'] }])
  const [chunk] = await shelf.store.withoutEdges('test', 'me', 1)
  await shelf.store.putEdges('test', [{ chunk: chunk!, edges }])
  return shelf
}
const edge = (from: string, to: string, weight = 1, relation = 'knows'): ChunkEdge => ({ from, relation, to, weight })
const around = async (edges: readonly ChunkEdge[], name: string, hops: number) =>
  (await expand(await shelfWith(edges), [name], { hops })).map(({ from, to }) => `${from} ${to}`)

describe('what is around a name', () => {
  const chain = [edge('Ada', 'Bo'), edge('Cy', 'Bo'), edge('Cy', 'Di')]

  it.each([
    [1, ['Ada Bo']],
    [2, ['Ada Bo', 'Cy Bo']],
    [3, ['Ada Bo', 'Cy Bo', 'Cy Di']],
  ])('is %d relations away', async (hops, edges) => {
    expect(await around(chain, 'ada', hops)).toEqual(edges)
  })

  it('is no further away by another name', async () => {
    const edges = [edge('Ada', 'Ada Lee', 1, 'same as'), edge('Ada Lee', 'Bo')]
    expect(await around(edges, 'Ada', 1)).toEqual(['Ada Ada Lee', 'Ada Lee Bo'])
  })

  it.each(['1874', '3 March 1874', 'May 1874', '42 metres', 'last miller'])(
    'does not go on from %s',
    async (shared) => {
      expect(await around([edge('Ada', shared), edge('Bo', shared)], 'Ada', 3)).toEqual([`Ada ${shared}`])
    },
  )

  it('begins at a date that is asked for', async () => {
    expect(await around([edge('Ada', '1874'), edge('Ada', 'Bo')], '1874', 2)).toEqual(['Ada 1874', 'Ada Bo'])
  })

  it('has the heaviest 60 edges of a name on the way', async () => {
    const hub = Array.from({ length: 100 }, (_, at) => edge('Hub', `N${at}`, (at + 1) / 100))
    const found = await around([edge('Ada', 'Hub'), ...hub], 'Ada', 2)
    expect(found).toHaveLength(60)
    expect(found).toContain('Hub N99')
    expect(found).not.toContain('Hub N10')
  })

  it('is 2 000 edges at most', async () => {
    const edges = Array.from({ length: 50 }, (_, at) => [
      edge('Ada', `M${at}`),
      ...Array.from({ length: 59 }, (_, to) => edge(`M${at}`, `N${at}x${to}`)),
    ])
    const { length } = await around(edges.flat(), 'Ada', 2)
    expect(length).toBeLessThanOrEqual(2_000)
    expect(length).toBeGreaterThan(1_950)
  })
})
