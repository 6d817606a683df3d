import type { ToolContext, ToolOutput } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { shelfOf } from '../../test/search-shelf.ts'
import type { Shelf } from '../ports.ts'
import { graphTool } from './graph-tool.ts'

const asked = async (shelf: Shelf, question: string) => {
  const tool = graphTool(async () => shelf)
  const context = { signal: new AbortController().signal } as ToolContext
  return (await tool.run(tool.schema.parse({ question }), context)) as ToolOutput
}

const small = () => shelfOf([{ source: 'a.md', passages: ['Maren Holt designed the Long Bridge.', 'Nothing here.'] }])

describe('knowledge.graph', () => {
  it('reads the documents, changes nothing, and is not to be trusted', async () => {
    const { name, effect, permissions, trusted } = graphTool(small)
    expect({ name, effect, permissions, trusted }).toEqual({
      name: 'knowledge.graph',
      effect: 'pure',
      permissions: ['knowledge.read'],
      trusted: false,
    })
  })

  it('reads a small index first when nobody has', async () => {
    const { text, data, untrusted } = await asked(await small(), 'Who designed the Long Bridge?')
    expect(text).toContain('- Maren Holt — designed → Long Bridge [1]')
    expect(text).toContain('[1] a.md: Maren Holt designed the Long Bridge.')
    expect(data).toMatchObject({
      names: ['Long Bridge'],
      references: [{ number: 1, source: 'a.md', start: 0, end: 36 }],
    })
    expect(untrusted).toEqual({ from: 'knowledge.graph' })
  })

  it('says above the facts what is to be known of the documents', async () => {
    const shelf = { ...(await small()), remark: 'All invented.' }
    expect((await asked(shelf, 'Who designed the Long Bridge?')).text).toMatch(/^All invented\.\n\n\S/)
    expect((await asked(shelf, 'Who was it?')).text).not.toContain('invented')
  })

  it('leaves what a model read as it is', async () => {
    const shelf = await small()
    const [chunk] = await shelf.store.withoutEdges('model:x', 'me', 1)
    const edges = [{ from: 'Maren Holt', relation: 'drew', to: 'Long Bridge', weight: 1 }]
    await shelf.store.putEdges('model:x', [{ chunk: chunk!, edges }])
    const { text } = await asked(shelf, 'Long Bridge')
    expect(text).toContain('- Maren Holt — drew → Long Bridge [1]')
    expect(text).not.toContain('designed →')
  })

  it('says how to build the graph of a large index', async () => {
    const passages = Array.from({ length: 2_001 }, (_, at) => `Text ${at}.`)
    const { text } = await asked(await shelfOf([{ source: 'large.md', passages }]), 'Long Bridge')
    expect(text).toContain('`gyre knowledge graph --build`')
  })

  it.each([{ question: '' }, { question: 'a', hops: 4 }, { question: 'a', limit: 0 }])('refuses %j', async (input) => {
    expect(graphTool(small).schema.safeParse(input).success).toBe(false)
  })
})
