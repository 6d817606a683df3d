import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SearchProvider } from '@gyre/tools'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SearchPlan } from '../config/tools/toolbox-plan.ts'
import { searchProvider } from './search-provider.ts'

const plan = (given: Partial<SearchPlan> & Pick<SearchPlan, 'provider'>): SearchPlan => ({
  why: '',
  url: undefined,
  keyName: undefined,
  file: undefined,
  ...given,
})

const local: SearchProvider = { name: 'local', search: async () => [] }

describe('who searches', () => {
  it.each([
    [{ provider: 'brave', keyName: 'MY_KEY' }, {}, 'web.search is left out: brave needs a key in MY_KEY.'],
    [{ provider: 'exa', keyName: 'MY_KEY' }, { MY_KEY: ' ' }, 'web.search is left out: exa needs a key in MY_KEY.'],
    [
      { provider: 'searxng', url: 'me:hunter22' },
      {},
      'web.search is left out: the address of searxng must begin with http:// or https://.',
    ],
  ] as const)('is nobody with %j and %j, and why is told', (given, env, trouble) => {
    expect(searchProvider(plan(given), env, local)).toMatchObject({ provider: undefined, trouble })
  })

  it('is whom the plan names', async () => {
    for (const provider of ['brave', 'tavily', 'exa', 'serper'] as const) {
      const made = searchProvider(plan({ provider, keyName: 'K' }), { K: 'key' }, local)
      expect([made.provider?.name, made.trouble]).toEqual([provider, undefined])
      await made.close()
    }
    expect(searchProvider(plan({ provider: 'fixture', file: 'x.json' }), {}, local).provider?.name).toBe('fixture')
  })

  it('is the index where the plan says so', () => {
    expect(searchProvider(plan({ provider: 'local' }), {}, local).provider).toBe(local)
  })

  it('may be a server in the house, and no other address there', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(String(request.url).split('?')[0] ?? '')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ results: [{ url: 'https://example.com/', title: 'T', content: 'C' }] }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const made = searchProvider(plan({ provider: 'searxng', url }), {}, local)
    const found = await made.provider?.search({ query: 'x', count: 3 }, new AbortController().signal)
    expect(found).toMatchObject([{ url: 'https://example.com/', title: 'T' }])
    expect(asked).toEqual(['/search'])
    await made.close()
  })
})
