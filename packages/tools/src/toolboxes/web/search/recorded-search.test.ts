import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../../test/support/temporary-folder.ts'
import { recordedSearch, recordingSearch } from './recorded-search.ts'
import type { SearchProvider, SearchResult } from './search-provider.ts'

const { signal } = new AbortController()
const page = (title: string): SearchResult => ({ url: `https://${title}.example/`, title, snippet: '', rank: 1 })
const named: SearchProvider = { name: 'live', search: async ({ query }) => [page(query.replace(/\W+/g, '-'))] }

describe('recorded searches', () => {
  it('answer as the provider did, also to a query in other words', async () => {
    const file = join(temporaryFolder(), 'searches.json')
    const recording = recordingSearch(named, file)
    await Promise.all([
      recording.search({ query: 'height of K2', count: 5 }, signal),
      recording.search({ query: 'depth of Lake Baikal', count: 5 }, signal),
    ])
    const recorded = recordedSearch(file)
    expect(await recorded.search({ query: 'height of K2', count: 5 }, signal)).toEqual([page('height-of-K2')])
    expect(await recorded.search({ query: 'How deep is Lake Baikal?', count: 5 }, signal)).toEqual([
      page('depth-of-Lake-Baikal'),
    ])
    expect(await recorded.search({ query: 'zebra', count: 5 }, signal)).toEqual([])
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(2)
  })

  it('are told to be missing or of another shape', async () => {
    const file = join(temporaryFolder(), 'searches.json')
    await expect(recordedSearch(file).search({ query: 'x', count: 1 }, signal)).rejects.toMatchObject({
      code: 'file-unreadable',
    })
    writeFileSync(file, '{"x": [{"url": 1}]}')
    await expect(recordedSearch(file).search({ query: 'x', count: 1 }, signal)).rejects.toMatchObject({
      code: 'file-invalid',
    })
    await expect(recordingSearch(named, file).search({ query: 'x', count: 1 }, signal)).rejects.toMatchObject({
      code: 'file-invalid',
    })
    expect(readFileSync(file, 'utf8')).toBe('{"x": [{"url": 1}]}')
  })
})
