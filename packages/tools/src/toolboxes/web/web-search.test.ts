import type { ToolContext, ToolOutput } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { openedFetch } from '../../../test/net/opened-fetch.ts'
import type { SearchProvider, SearchRequest } from './search/search-provider.ts'
import { webToolbox } from './web-toolbox.ts'

const asked: SearchRequest[] = []
const search: SearchProvider = {
  name: 'house',
  search: async (request) => {
    asked.push(request)
    if (request.query === 'nothing') return []
    return [
      { url: 'https://a.example/', title: 'A', snippet: 'About a.', rank: 1, publishedAt: '2026-01-01' },
      { url: 'https://b.example/', title: 'B', snippet: '', rank: 2 },
    ]
  },
}

const searching = async (input: object) => {
  const [tool] = webToolbox({ fetch: openedFetch(), search }).tools
  const context = { signal: new AbortController().signal } as ToolContext
  return (await tool?.run(tool.schema.parse(input), context)) as ToolOutput
}

describe('web.search', () => {
  it('lists what was found, and says who found it', async () => {
    const { text, data, untrusted } = await searching({ query: ' gyre ', site: 'example.org' })
    expect(text).toBe('1. A (2026-01-01)\n   https://a.example/\n   About a.\n\n2. B\n   https://b.example/')
    expect(data).toHaveLength(2)
    expect(untrusted).toEqual({ from: 'web.search (house)' })
    expect(asked.at(-1)).toEqual({ query: 'gyre', count: 8, site: 'example.org' })
  })

  it('says when nothing was found', async () => {
    expect((await searching({ query: 'nothing' })).text).toBe(
      'Nothing was found for "nothing". Try other or fewer words.',
    )
  })

  it('is offered only where somebody can search', () => {
    expect(webToolbox({ fetch: openedFetch() }).tools.map(({ name }) => name)).toEqual(['web.fetch'])
    expect(webToolbox({ fetch: openedFetch(), search }).tools.map(({ name }) => name)).toEqual([
      'web.search',
      'web.fetch',
    ])
  })

  it.each([[{ query: '' }], [{ query: 'x', count: 50 }], [{ query: 'x', site: 'https://a.example' }]])(
    'takes no %j',
    async (input) => {
      await expect(searching(input)).rejects.toThrow()
    },
  )
})
