import { describe, expect, it } from 'vitest'
import {
  outlines,
  researching,
  runResearch,
  searchesFor,
  toolNamed,
} from '../../../../../test/support/research-runs.ts'
import { toolOutput } from '../../tools/tool.ts'

const script = { outline: outlines(['Lighthouses']), plan: searchesFor(['lamp', 't1']) }

/** What a round finds where the places give these, and can read nothing. */
async function found(web: readonly string[], documents: readonly string[], config: object = {}) {
  const failing = () => Promise.reject(new Error('down'))
  const tools = [
    toolNamed('web.search', () => toolOutput({ text: '', data: web.map((url) => ({ url })) })),
    toolNamed('web.fetch', failing),
    toolNamed('knowledge.search', () =>
      toolOutput({ text: '', data: { results: documents.map((source) => ({ source, title: source })) } }),
    ),
    toolNamed('knowledge.read', failing),
  ]
  const settings = { sources: 'both', maxCycles: 1, scout: false, ...config }
  const { details } = await runResearch(researching(script), { tools, config: settings })
  return details
}

describe('results of several places', () => {
  it('are taken by their rank, those of the first place first where it is the same', async () => {
    const { state } = await found(['https://a/', 'https://b/', 'https://c/'], ['x.md', 'y.md'])
    expect(state.results[0]?.urls).toEqual(['https://a/', 'x.md', 'https://b/', 'y.md', 'https://c/'])
  })

  it('come first when several places have them, once, and are read at the first', async () => {
    const { state, failed } = await found(['https://a/', 'https://b/'], ['x.md', 'https://b/'], { pagesPerSearch: 1 })
    expect(state.results[0]?.urls).toEqual(['https://b/', 'https://a/', 'x.md'])
    expect(failed).toEqual([{ url: 'https://b/', reason: expect.stringContaining('down') }])
  })

  it('are no more than are wanted of all together', async () => {
    const { state } = await found(['https://a/', 'https://b/'], ['x.md', 'y.md'], { resultsPerSearch: 3 })
    expect(state.results[0]?.urls).toEqual(['https://a/', 'x.md', 'https://b/'])
  })
})
