import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../tools/test/deliveries/free-port.ts'
import { certificateFor } from '../../../../tools/test/net/certificate.ts'
import { type Answer, localServer } from '../../../../tools/test/net/local-server.ts'
import { providerEndpoint } from './provider-endpoint.ts'
import { providerFindings } from './provider-findings.ts'

const key = 'abc-secret-123'

async function looked(baseUrl: string, { model = 'house/gpt-5.4-mini', env = {} }: Look = {}) {
  const variables = { HOUSE_KEY: key, ...env }
  const endpoint = providerEndpoint(model, variables, { house: { baseUrl, apiKeyEnv: 'HOUSE_KEY' } })
  if (!endpoint) throw new Error('There is nothing to look at.')
  const findings = await providerFindings({ endpoint, env: variables, fetch: globalThis.fetch, timeoutMs: 500 })
  return findings.map(({ check, level, message, fix }) => [check, level, message, fix])
}

type Look = { readonly model?: string; readonly env?: Readonly<Record<string, string>> }

const listing =
  (...names: readonly string[]): Answer =>
  (response, { path }) => {
    const one = decodeURIComponent(path.replace(/^\/v1\/models\/?/, ''))
    const isThere = one === '' || names.includes(one) || one === 'an-alias'
    response.writeHead(isThere ? 200 : 404)
    response.end(JSON.stringify({ data: names.map((id) => ({ id })) }))
  }

describe('a provider that answers', () => {
  it('has the model and accepts the key', async () => {
    const { url, port } = await localServer(listing('gpt-5.4', 'gpt-5.4-mini'))
    expect(await looked(`${url}/v1/`)).toEqual([
      ['network', 'ok', `127.0.0.1:${port} answers`, null],
      ['provider', 'ok', 'the key in HOUSE_KEY is accepted', null],
    ])
  })

  it('has a model that is not in its list, by another name', async () => {
    const { url } = await localServer(listing('gpt-5.4'))
    expect((await looked(`${url}/v1`, { model: 'house/an-alias' })).map(([, level]) => level)).toEqual(['ok', 'ok'])
  })

  it('does not have the model: the nearest names are told', async () => {
    const { url } = await localServer(listing('whisper-1', 'gpt-5.4', 'o9', 'gpt-5.4-nano', 'gpt-5.4-mini'))
    expect((await looked(`${url}/v1`, { model: 'house/gpt-5.4-mni' }))[2]).toEqual([
      'model name',
      'fault',
      'house has no model `gpt-5.4-mni`.',
      'Nearest: house/gpt-5.4-mini, house/gpt-5.4-nano, house/gpt-5.4. Set it: gyre settings set default_model NAME',
    ])
  })

  it.each([
    [401, 'fault', 'does not accept the key in HOUSE_KEY.', 'Put a key of house that works into HOUSE_KEY.'],
    [403, 'fault', 'does not accept the key in HOUSE_KEY.', 'Put a key of house that works into HOUSE_KEY.'],
    [429, 'note', 'answers 429: too many requests, or no credit is left.', "Look at the account's limits and credit."],
    [503, 'note', 'answers 503.', 'Try again later: the trouble is theirs.'],
    [404, 'note', 'answers 404.', 'Check the address of the provider.'],
  ])('refuses with %i', async (status, level, message, fix) => {
    const { url, port } = await localServer((response) => void response.writeHead(status).end())
    const [, refusal] = await looked(`${url}/v1`)
    expect(refusal).toEqual(['provider', level, `127.0.0.1:${port} ${message}`, fix])
  })

  it('wants a key where none is sent', async () => {
    const { url, port } = await localServer((response) => void response.writeHead(401).end())
    expect((await looked(`${url}/v1`, { env: { HOUSE_KEY: '' } }))[1]).toEqual([
      'provider',
      'fault',
      `127.0.0.1:${port} wants a key, and none is sent.`,
      'Name the variable of its key in the config: models.providers.house.apiKeyEnv',
    ])
  })

  it('is not asked with a key that cannot be sent, which is not shown', async () => {
    const { url, connections } = await localServer()
    expect(await looked(`${url}/v1`, { env: { HOUSE_KEY: 'abc\u2026secret' } })).toEqual([
      ['provider', 'fault', 'The key in HOUSE_KEY has signs in it that no key has.', 'Set HOUSE_KEY anew.'],
    ])
    expect(connections).toBe(0)
  })
})

describe('a provider that is not reached', () => {
  /** A port that takes connections and does this with them. */
  async function port(onConnection: (socket: { destroy(): void }) => void): Promise<number> {
    const sockets = new Set<{ destroy(): void }>()
    const server = createServer((socket) => {
      sockets.add(socket)
      onConnection(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return (server.address() as { port: number }).port
  }

  const told = async (baseUrl: string, look?: Look) =>
    (await looked(baseUrl, look)).map((finding) => finding.slice(0, 3))

  it('has a name that nobody knows', async () => {
    expect(await told('http://nowhere.invalid/v1')).toEqual([
      ['network', 'fault', expect.stringMatching(/^nowhere\.invalid is a name that no DNS server knows here/)],
    ])
  })

  it('refuses connections', async () => {
    const free = await freePort()
    expect(await told(`http://127.0.0.1:${free}/v1`)).toEqual([
      ['network', 'fault', `127.0.0.1:${free} refuses connections: nothing listens on that port (ECONNREFUSED).`],
    ])
  })

  it('says nothing', async () => {
    const silent = await port(() => {})
    expect(await told(`http://127.0.0.1:${silent}/v1`)).toEqual([
      ['network', 'fault', `127.0.0.1:${silent} does not answer in time (TimeoutError).`],
    ])
  })

  it('hangs up', async () => {
    const rude = await port((socket) => socket.destroy())
    expect(await told(`http://127.0.0.1:${rude}/v1`)).toEqual([
      ['network', 'fault', expect.stringContaining(`127.0.0.1:${rude} closed the connection, or speaks no HTTP`)],
    ])
  })

  it('has a certificate that nobody vouches for', async () => {
    const server = await localServer(listing('a'), certificateFor('localhost'))
    expect(await told(`https://localhost:${server.port}/v1`)).toEqual([
      [
        'network',
        'fault',
        `localhost:${server.port} shows a TLS certificate that is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT).`,
      ],
    ])
  })

  it('speaks no TLS', async () => {
    const server = await localServer(listing('a'))
    expect(await told(`https://127.0.0.1:${server.port}/v1`)).toEqual([
      ['network', 'fault', expect.stringContaining(`127.0.0.1:${server.port} does not speak TLS there`)],
    ])
  })

  it('may be behind a proxy that Node passes over', async () => {
    expect(await looked('http://nowhere.invalid/v1', { env: { HTTP_PROXY: 'http://proxy:3128' } })).toEqual([
      [
        'network',
        'fault',
        expect.stringMatching(/^nowhere\.invalid is a name .* HTTP_PROXY is set, and Node passes over it\.$/),
        'Let Node use it: NODE_USE_ENV_PROXY=1',
      ],
    ])
  })
})

describe('the address of a provider', () => {
  const at = (id: string, env: Readonly<Record<string, string>>) => {
    const { baseUrl, headers, query } = providerEndpoint(id, env, {}) ?? {}
    return [baseUrl?.href, headers, query]
  }

  it.each([
    ['openai/x', { OPENAI_API_KEY: 'k' }, ['https://api.openai.com/v1', { authorization: 'Bearer k' }, '']],
    [
      'openai/x',
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://o.example/v1' },
      ['https://o.example/v1', { authorization: 'Bearer k' }, ''],
    ],
    [
      'anthropic/x',
      { ANTHROPIC_API_KEY: 'k' },
      ['https://api.anthropic.com/v1', { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }, '?limit=1000'],
    ],
    [
      'google/x',
      { GEMINI_API_KEY: 'k' },
      ['https://generativelanguage.googleapis.com/v1beta', { 'x-goog-api-key': 'k' }, '?pageSize=1000'],
    ],
    ['mistral/x', { MISTRAL_API_KEY: 'k' }, ['https://api.mistral.ai/v1', { authorization: 'Bearer k' }, '']],
    ['ollama/x', {}, ['http://127.0.0.1:11434/v1', {}, '']],
  ])('is known: %s', (id, env, expected) => {
    expect(at(id, env)).toEqual(expected)
  })

  it('is none for a model that is here, and for one that nobody knows', () => {
    expect([providerEndpoint('demo/rules', {}, {}), providerEndpoint('mine/x', {}, {})]).toEqual([undefined, undefined])
  })
})
