import { describe, expect, it } from 'vitest'
import { shelfOf } from '../../test/search-shelf.ts'
import { buildGraph } from './build-graph.ts'
import { linkNames } from './link-names.ts'

const passages = [
  'Maren Holt designed the Long Bridge at Port Ivern. The town loves the Works.',
  'Éva Sándor joined the Works of Port Ivern in 1874. The Works employed Éva Sándor.',
]

const linked = async (question: string) => {
  const shelf = await shelfOf([{ source: 'a.md', passages }])
  await buildGraph(shelf)
  return (await linkNames(shelf, question)).names
}

describe('the names in a question', () => {
  it.each([
    ['Where did Maren Holt build the Long Bridge?', ['Maren Holt', 'Long Bridge']],
    ['what is maren holt known for', ['Maren Holt']],
    ['When did Eva Sandor leave?', ['Éva Sándor']],
    ["Who paid for Maren Holt's bridge?", ['Maren Holt']],
    ['What happened in 1874 at Port Ivern?', ['1874', 'Port Ivern']],
    ['What became of the Works of Port Ivern?', ['Works of Port Ivern']],
    ['Long Bridge and Long Bridge?', ['Long Bridge']],
  ])('%s', async (question, names) => {
    expect(await linked(question)).toEqual(names)
  })

  it('are found inside a question in a script without spaces', async () => {
    const shelf = await shelfOf([{ source: 'a.md', passages: ['港口有渡轮。'] }])
    const [chunk = ''] = await shelf.store.withoutEdges('test', shelf.owner, 1)
    await shelf.store.putEdges('test', [{ chunk, edges: [{ from: '港口', relation: '有', to: '渡轮', weight: 1 }] }])
    expect((await linkNames(shelf, '今天从哪个港口出发的渡轮？')).names).toEqual(['港口', '渡轮'])
  })

  it('are no small words that happen to be written like a name', async () => {
    expect(await linked('Who works at Port Ivern?')).toEqual(['Port Ivern'])
  })

  it('are those of the chunks with its words, when it has none', async () => {
    expect(await linked('who was employed or joined?')).toEqual(['Éva Sándor', 'Works', 'Works of Port Ivern'])
  })

  it.each(['', '?!', 'zzz qqq'])('are none in %j', async (question) => {
    expect(await linked(question)).toEqual([])
  })
})
