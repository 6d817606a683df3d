import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

const page =
  '<html><head><title>Kelp</title></head><body><article><h1>Kelp</h1><p>Kelp grows in the bay.</p></article></body></html>'

/** Gives vectors as OpenAI does, and one page. */
async function house(): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.url === '/page') return response.setHeader('content-type', 'text/html').end(page)
    if (!request.url?.endsWith('/embeddings')) return response.writeHead(404).end()
    const { input } = (await json(request)) as { input: string[] }
    const data = input.map((text, index) => ({ index, embedding: [text.length, 1, 0, 0] }))
    return response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ data, usage: { prompt_tokens: 1 } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A project whose provider `house` is at this address. */
function project(url: string) {
  const cwd = temporaryFolder()
  const config = {
    models: { providers: { house: { baseUrl: `${url}/v1` } } },
    toolboxes: { web: { allowLoopback: true, hostDelayMs: 0 } },
  }
  writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify(config))
  writeFileSync(join(cwd, 'a.md'), 'The mill closed in 1931.')
  return async (embedder: string, ...args: string[]) => {
    const host = new FakeHost({ cwd, env: { HOME: cwd, GYRE_EMBEDDING_MODEL: embedder } })
    const code = await invoke(['--data', join(cwd, 'data'), ...args], host)
    return { code, out: host.out, err: host.err }
  }
}

describe('another embedder', () => {
  it('is refused until all vectors are made anew, there and back', async () => {
    const gyre = project(await house())
    expect((await gyre('', 'knowledge', 'add', 'a.md')).code).toBe(0)
    await gyre('', 'memory', 'add', 'The miller was Jasper.')
    for (const [now, before] of [
      ['house/e5', 'lexical/hashed-1'],
      ['lexical/hashed', 'house/e5'],
    ] as const) {
      const id = now === 'house/e5' ? now : 'lexical/hashed-1'
      for (const refused of [
        ['search', 'mill'],
        ['add', 'a.md'],
      ]) {
        const { code, out, err } = await gyre(now, 'knowledge', ...refused)
        expect([code, out]).toEqual([1, ''])
        expect(err).toContain(`The index holds vectors of \`${before}\`, and the embedder in use is \`${id}\`.`)
        expect(err).toContain('gyre knowledge reembed')
      }
      expect((await gyre(now, 'knowledge')).err).toBe(
        'Vectors of another embedder are there. To make them anew: gyre knowledge reembed\n',
      )
      expect((await gyre(now, 'knowledge', 'reembed')).out).toBe(
        `1 chunk and 1 memory embedded by ${id}.\nVectors by ${before} are gone.\n`,
      )
      expect((await gyre(now, 'knowledge', 'search', 'mill')).out).toContain('The mill closed in 1931.')
      expect(JSON.parse((await gyre(now, 'knowledge', 'reembed', '--json')).out)).toEqual({
        embedder: id,
        chunks: 0,
        memories: 0,
        removed: [],
        refused: [],
        // One text tells how long the vectors of a service are now.
        embeddedTokens: now === 'house/e5' ? 1 : 0,
      })
    }
  }, 20_000)

  it.each([
    ['nowhere/e5', 2, '`nowhere/e5`: there is no provider `nowhere`.'],
    ['openai/e', 5, '`openai/e` needs a key in OPENAI_API_KEY.'],
  ])('%s is told to be wrong, and leaves the vectors there are', async (name, exit, says) => {
    const gyre = project('http://127.0.0.1:9')
    await gyre('', 'knowledge', 'add', 'a.md')
    for (const work of [['reembed'], ['search', 'mill'], ['add', 'a.md', 'nowhere.md']]) {
      const { code, out, err } = await gyre(name, 'knowledge', ...work)
      expect([code, out]).toEqual([exit, ''])
      expect(err).toMatch(/^Error: /)
      expect(err).toContain(says)
    }
    const shown = await gyre(name, 'knowledge')
    expect(shown.out).toContain(`embedder   ${name}, which cannot be used\n`)
    expect(shown.err).toContain(says)
    expect((await gyre('', 'knowledge', 'search', 'mill')).out).toContain('The mill closed in 1931.')
  })
})

describe('a service that counts', () => {
  it('is told with how much it has counted', async () => {
    const gyre = project(await house())
    const { out, err } = await gyre('house/e5', 'knowledge', 'add', 'a.md')
    expect([out, err]).toEqual(['1 added.\n', '1 token embedded by house/e5.\n'])
    await gyre('house/e5', 'memory', 'add', 'The miller was Jasper.')
    await gyre('', 'knowledge', 'reembed')
    expect((await gyre('house/e5', 'knowledge', 'reembed')).err).toBe('2 tokens embedded by house/e5.\n')
    expect(JSON.parse((await gyre('house/e5', 'knowledge', 'add', 'a.md', '--json')).out)).toMatchObject({
      embeddedTokens: 0,
    })
  })

  it.each([
    ['nonsense', '`nonsense` is no name of an embedding model'],
    ['anthropic/x', '`anthropic/x`: the provider anthropic has no embedding models.'],
  ])('is not set by the name `%s`', async (name, says) => {
    const gyre = project('http://127.0.0.1:9')
    const { code, err } = await gyre('', 'settings', 'set', 'embedding_model', name)
    expect(code).toBe(2)
    expect(err).toContain(`Setting \`embedding_model\`: ${says}`)
    expect((await gyre('', 'settings', 'set', 'embedding_model', 'house/e5')).code).toBe(0)
  })
})

describe('a page of this machine', () => {
  it('is read where the config allows it', async () => {
    const url = await house()
    const gyre = project(url)
    const { code, out, err } = await gyre('', 'knowledge', 'add', `${url}/page`, `${url}/gone`)
    expect([code, out]).toEqual([1, '1 added, 1 failed.\n'])
    expect(err).toContain(`failed  ${url}/gone: `)
    expect((await gyre('', 'knowledge', 'show', `${url}/page#top`)).out).toContain('Kelp grows in the bay.')
    expect((await gyre('', 'knowledge', 'add', `${url}/page`)).out).toBe('1 unchanged.\n')
    const other = `${url.replace('http', 'HTTP')}/page?utm_source=x#top`
    expect((await gyre('', 'knowledge', 'show', other)).out).toContain('Kelp grows in the bay.')
    expect((await gyre('', 'knowledge', 'search', 'kelp', '--source', other)).out).toContain(`${url}/page`)
    expect((await gyre('', 'knowledge', 'remove', other)).out).toBe(`removed  ${url}/page\n`)
  })
})
