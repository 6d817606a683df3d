/** The settings that the pages of other programs tell people to write, held against the command and its server. */
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { invoke } from '../../packages/gyre/src/cli/invoke.ts'
import { FakeHost } from '../../packages/gyre/test/fake-host.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { blocksOf, root } from './repository.ts'

/** The settings of a page, in the order in which they stand there. */
function settingsOf<T>(page: string, language: 'json' | 'yaml'): readonly T[] {
  const blocks = blocksOf(`docs/clients/${page}.md`).filter((block) => block.language === language)
  return blocks.map(({ text }) => parse(text) as T)
}

const printed = 'http://127.0.0.1:4111'

type Served = {
  readonly key: string
  /** An address of a page, at the port that is listened on. */
  at(address: string): string
  /** Asks as a program does that has the page's settings. */
  ask(base: string, path: string, init?: { readonly headers?: Headings; readonly body?: object }): Promise<Response>
}

type Headings = Readonly<Record<string, string>>

/** `gyre serve` with a key, in a folder of its own. */
async function served(): Promise<Served> {
  const cwd = temporaryFolder()
  const data = ['--data', join(cwd, 'data')]
  const env = { HOME: cwd, GYRE_MODEL: 'demo/rules' }
  const maker = new FakeHost({ cwd, env })
  await invoke([...data, 'keys', 'add', 'test', '-q'], maker)
  const host = new FakeHost({ cwd, env })
  const code = invoke([...data, 'serve', '--port', '0', '--json'], host)
  onTestFinished(async () => {
    host.interrupt()
    await code
  })
  const { url } = await vi.waitFor(() => JSON.parse(host.out) as { readonly url: string }, { timeout: 20_000 })
  const key = maker.out.trim()
  const at = (address: string) => address.replace(printed, url)
  return {
    key,
    at,
    ask: (base, path, { headers = {}, body } = {}) =>
      fetch(`${at(base)}${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      }),
  }
}

type Delta = { readonly content?: string; readonly reasoning_content?: string }
type Chunk = {
  readonly choices: readonly { readonly delta?: Delta; readonly message?: Delta }[]
  readonly event?: { readonly type: string }
}

/** The chunks of a streamed answer. */
async function chunksOf(response: Response): Promise<readonly Chunk[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Chunk)
}

const said = (chunks: readonly Chunk[], key: keyof Delta) =>
  chunks.map(({ choices }) => choices[0]?.delta?.[key] ?? '').join('')

async function idsOf(response: Response): Promise<readonly string[]> {
  const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] }
  return data.map(({ id }) => id)
}

async function threadOf({ ask }: Served, answer: Response): Promise<string> {
  const id = answer.headers.get('x-gyre-session-id')
  return ((await (await ask(printed, `/api/v1/sessions/${id}`)).json()) as { readonly thread: string }).thread
}

const question = { role: 'user', content: 'What is 17 * 6 + 14?' }
const answered = '17 * 6 + 14 = 116'

describe('Open WebUI', () => {
  const [templates = {}] = settingsOf<Headings>('open-webui', 'json')
  const filled = (values: Headings) =>
    Object.fromEntries(
      Object.entries(templates).map(([name, text]) => [
        name,
        text.replace(/{{(\w+)}}/, (_, each) => values[each] ?? ''),
      ]),
    )
  const variables = blocksOf('docs/clients/open-webui.md').map(({ text }) => /^OPENAI_API_BASE_URLS=(.+)$/m.exec(text))
  const base = variables.find((match) => match !== null)?.[1] ?? ''

  it('lists models, streams an answer with its steps, and has a chat in one thread', async () => {
    const server = await served()
    expect(await idsOf(await server.ask(base, '/models'))).toEqual(expect.arrayContaining(['react', 'chat', 'auto']))
    const headers = filled({ CHAT_ID: '4f3c', TASK: '' })
    const stream_options = { include_usage: true }
    const body = { model: 'react', messages: [question], stream: true, stream_options }
    const first = await server.ask(base, '/chat/completions', { headers, body })
    const chunks = await chunksOf(first)
    expect(said(chunks, 'content')).toBe(answered)
    expect(chunks.map(({ event }) => event?.type)).toContain('status')
    const second = await server.ask(base, '/chat/completions', { headers, body })
    await second.text()
    expect(await threadOf(server, first)).toBe(await threadOf(server, second))
  })

  it('has titles by one call and no session, marked by the header or by their first words', async () => {
    const { ask } = await served()
    const messages = [{ role: 'user', content: '### Task:\nGenerate a concise title.\n\n### Chat History:\nHello.' }]
    for (const headers of [filled({ CHAT_ID: '4f3c', TASK: 'title_generation' }), {}]) {
      const title = await ask(base, '/chat/completions', { headers, body: { model: 'react', messages, stream: false } })
      expect([title.status, title.headers.get('x-gyre-session-id')]).toEqual([200, null])
    }
    expect(await (await ask(printed, '/api/v1/sessions')).json()).toMatchObject({ sessions: [] })
  })
})

type Endpoint = {
  readonly name: string
  readonly baseURL: string
  readonly models: { readonly default: readonly string[] }
  readonly headers: Headings
  readonly addParams?: object
  readonly titleEndpoint?: string
  readonly titleModel?: string
}

describe('LibreChat', () => {
  const [settings] = settingsOf<{ readonly endpoints: { readonly custom: readonly Endpoint[] } }>('librechat', 'yaml')
  const endpoints = settings?.endpoints.custom ?? []
  const [chat, titles] = endpoints

  it('names models that there are', async () => {
    const { ask } = await served()
    for (const { baseURL, models } of endpoints) {
      expect(await idsOf(await ask(baseURL, '/models'))).toEqual(expect.arrayContaining([...models.default]))
    }
  })

  it('streams an answer with its steps among the thoughts', async () => {
    const { ask } = await served()
    const headers = { 'x-gyre-chat': chat!.headers['x-gyre-chat']!.replace('{{LIBRECHAT_BODY_CONVERSATIONID}}', 'c-1') }
    const body = { model: 'react', user: 'u-1', stream: true, messages: [question], ...chat?.addParams }
    const chunks = await chunksOf(await ask(chat!.baseURL, '/chat/completions', { headers, body }))
    expect(said(chunks, 'content')).toBe(answered)
    expect(said(chunks, 'reasoning_content')).toContain('math.calculate 17 * 6 + 14')
  })

  it('has titles outside of the conversation, streamed or not', async () => {
    const { ask } = await served()
    expect(chat?.titleEndpoint).toBe(titles?.name)
    const messages = [{ role: 'user', content: 'Provide a concise, 5-word-or-less title for the conversation.' }]
    for (const stream of [true, false]) {
      const body = { model: chat?.titleModel, messages, stream }
      const title = await ask(titles!.baseURL, '/chat/completions', { headers: titles!.headers, body })
      expect([title.status, title.headers.get('x-gyre-session-id')]).toEqual([200, null])
      await title.text()
    }
  })
})

type ContinueModel = {
  readonly provider: string
  readonly model: string
  readonly apiBase: string
  readonly requestOptions: { readonly extraBodyProperties?: object }
}
type ContinueServer = { readonly url: string; readonly requestOptions: { readonly headers: Headings } }
type ContinueConfig = { readonly models?: readonly ContinueModel[]; readonly mcpServers?: readonly ContinueServer[] }

const toolNames = ['get_events', 'get_session', 'intervene', 'list_loops', 'list_sessions', 'run_loop', 'wait_session']

/** The tools that an MCP client sees, and what a loop answers it. */
async function seenBy(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const { tools } = await client.listTools()
  const input = { name: 'react', goal: question.content }
  const { structuredContent } = await client.callTool({ name: 'run_loop', arguments: input })
  return { names: tools.map(({ name }) => name).sort(), structuredContent }
}

const seen = { names: toolNames, structuredContent: expect.objectContaining({ answer: answered }) }

describe('Continue', () => {
  const [asModels, asTools] = settingsOf<ContinueConfig>('continue', 'yaml')

  it('streams answers of the models that its page names', async () => {
    const { ask } = await served()
    expect(asModels?.models).toHaveLength(2)
    for (const { model, apiBase, requestOptions } of asModels?.models ?? []) {
      const body = {
        model,
        messages: [question],
        stream: true,
        max_tokens: 4096,
        ...requestOptions.extraBodyProperties,
      }
      expect(said(await chunksOf(await ask(apiBase, '/chat/completions', { body })), 'content')).toContain(answered)
    }
  })

  it('quotes steps in the answer where it is told to', async () => {
    const { ask } = await served()
    const [{ apiBase, requestOptions, model }] = asModels!.models as readonly [ContinueModel]
    const body = { model, messages: [question], stream: true, ...requestOptions.extraBodyProperties }
    const chunks = await chunksOf(await ask(apiBase, '/chat/completions', { body }))
    expect(said(chunks, 'content')).toContain('> math.calculate 17 * 6 + 14\n')
  })

  it('has the tools over HTTP', async () => {
    const { key, at } = await served()
    const [{ url, requestOptions }] = asTools!.mcpServers as readonly [ContinueServer]
    const authorization = requestOptions.headers['Authorization']!.replace(/\$\{\{ secrets\.GYRE_API_KEY \}\}/, key)
    const requestInit = { headers: { authorization } }
    expect(await seenBy(new StreamableHTTPClientTransport(new URL(at(url)), { requestInit }))).toEqual(seen)
  })
})

type McpFile<S> = { readonly mcpServers: { readonly gyre: S } }
type Started = { readonly command: string; readonly args: readonly string[]; readonly env: Headings }
type Called = { readonly url: string; readonly headers: Headings }

describe('Claude and Cursor', () => {
  const [stdio, http] = settingsOf<McpFile<unknown>>('claude-and-cursor', 'json')

  it('start the command, and have its tools', async () => {
    const { command, args, env } = (stdio as McpFile<Started>).mcpServers.gyre
    const here = args.map((arg) => arg.replace('/path/to/project', root))
    const cwd = temporaryFolder()
    const given = { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env, GYRE_DATA: join(cwd, 'data') }
    const transport = new StdioClientTransport({ command, args: here, env: given, cwd, stderr: 'ignore' })
    expect(await seenBy(transport)).toEqual(seen)
  })

  it('have them over HTTP, too', async () => {
    const { key, at } = await served()
    const { url, headers } = (http as McpFile<Called>).mcpServers.gyre
    const authorization = headers['Authorization']!.replace(/\$\{env:GYRE_API_KEY\}/, key)
    const requestInit = { headers: { authorization } }
    expect(await seenBy(new StreamableHTTPClientTransport(new URL(at(url)), { requestInit }))).toEqual(seen)
  })
})
