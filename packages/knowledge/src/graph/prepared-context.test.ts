import { describe, expect, it } from 'vitest'
import { shelfOf } from '../../test/search-shelf.ts'
import { buildGraph } from './build-graph.ts'
import { modelReader } from './extract-model.ts'
import { preparedContext } from './prepared-context.ts'

const byModel = modelReader({ ask: async () => '[]', model: 'house/small' })

describe('the context of documents that may not be read yet', () => {
  it('leaves chunks alone that a model found nothing in', async () => {
    const shelf = await shelfOf([{ source: 'a.md', passages: ['Maren Holt designed the Long Bridge.'] }])
    await buildGraph(shelf, { extract: byModel })
    expect((await preparedContext(shelf, 'Long Bridge', {})).facts).toEqual([])
    expect(await shelf.store.withoutEdges(byModel.id, 'me', 10)).toEqual([])
  })

  it('reads what nobody has read', async () => {
    const shelf = await shelfOf([{ source: 'a.md', passages: ['Maren Holt designed the Long Bridge.', 'Nothing.'] }])
    expect((await preparedContext(shelf, 'Long Bridge', {})).facts.map(({ to }) => to)).toEqual(['Long Bridge'])
    expect(await shelf.store.withoutEdges(null, 'me', 10)).toEqual([])
  })

  it('is complete however much a model read', async () => {
    const passages = Array.from({ length: 2_001 }, (_, at) => `Text ${at}.`)
    const shelf = await shelfOf([{ source: 'large.md', passages }])
    expect((await preparedContext(shelf, 'Long Bridge', {})).text).toContain(
      'The graph of these documents is not complete',
    )
    await shelf.store.putEdges(
      byModel.id,
      (await shelf.store.withoutEdges(null, 'me', 3_000)).map((chunk) => ({ chunk, edges: [] })),
    )
    expect((await preparedContext(shelf, 'Long Bridge', {})).text).toBe(
      'The graph has no name that the question speaks of. Search the text instead.',
    )
  })
})
