/** What the server that has one of everything must do, whatever it is spoken to over. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { McpServerConfig } from '../../../packages/tools/src/mcp/config/servers-config.ts'
import { person, ServersUnderTest } from './servers-under-test.ts'

export type Place = { readonly config: McpServerConfig; stop(): Promise<void> }

/** To be called where tests are described. */
export function everythingBehaves(over: string, open: () => Promise<Place>): void {
  let place: Place
  let here: ServersUnderTest
  const logs: unknown[] = []

  beforeAll(async () => {
    place = await open()
    const onLog = (server: string, entry: object) => logs.push({ server, ...entry })
    here = new ServersUnderTest({ e: place.config }, { onLog })
    await here.servers.tools()
  })
  afterAll(async () => {
    await here.close()
    await place.stop()
  })

  it('is spoken to in the protocol of 2025', () => {
    expect(here.troubles).toEqual([])
    expect(here.servers.status()).toMatchObject([
      {
        name: 'e',
        state: 'connected',
        era: 'legacy',
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'mcp-servers/everything', version: '2.0.0', title: 'Everything Reference Server' },
      },
    ])
  })

  it('offers its tools, those for clients that can ask people and models among them', async () => {
    expect(await here.names()).toEqual([
      'e.echo',
      'e.get-annotated-message',
      'e.get-env',
      'e.get-resource-links',
      'e.get-resource-reference',
      'e.get-structured-content',
      'e.get-sum',
      'e.get-tiny-image',
      'e.gzip-file-as-resource',
      'e.toggle-simulated-logging',
      'e.toggle-subscriber-updates',
      'e.trigger-long-running-operation',
      'e.get-roots-list',
      'e.trigger-elicitation-request',
      'e.trigger-url-elicitation',
      'e.trigger-sampling-request',
      'e.simulate-research-query',
    ])
  })

  it('shows a tool as the server describes it', async () => {
    expect(await here.tool('e.get-sum')).toMatchObject({
      description: 'Returns the sum of two numbers',
      effect: 'pure',
      approval: 'never',
      permissions: ['mcp', 'mcp.e'],
      input: {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { type: 'number', description: 'First number' } },
      },
    })
  })

  it('answers with text, fenced', async () => {
    expect(await here.call('e.echo', { message: 'hi' })).toEqual({ text: 'Echo: hi', untrusted: { from: 'e.echo' } })
    expect(await here.call('e.get-sum', { a: 2, b: 40 })).toMatchObject({ text: 'The sum of 2 and 40 is 42.' })
  })

  it('refuses bad arguments before they are sent', async () => {
    await expect(here.call('e.get-sum', { a: 2 })).rejects.toThrow('b: expected number, got nothing')
  })

  it('answers with data', async () => {
    expect(await here.call('e.get-structured-content', { location: 'Chicago' })).toMatchObject({
      data: { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 },
    })
  })

  it('answers with a picture', async () => {
    const { parts } = await here.call('e.get-tiny-image')
    expect(parts).toEqual([{ type: 'image', mediaType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) }])
  })

  it('answers with links to resources', async () => {
    const { text } = await here.call('e.get-resource-links', { count: 2 })
    expect(text).toContain(
      'demo://resource/dynamic/text/2 (Text Resource 2; text/plain; Resource 2: plaintext resource)',
    )
  })

  it('answers with a resource', async () => {
    const { text } = await here.call('e.get-resource-reference', { resourceType: 'Text', resourceId: 1 })
    expect(text).toMatch(/demo:\/\/resource\/dynamic\/text\/1:\nResource 1: This is a plaintext resource/)
  })

  it('tells how far a long operation is', async () => {
    const progress: unknown[] = []
    const context = { progress: (each: unknown) => void progress.push(each) }
    await here.call('e.trigger-long-running-operation', { duration: 0.2, steps: 4 }, context)
    expect(progress.slice(0, 3)).toEqual([1, 2, 3].map((done) => ({ done, total: 4 })))
  })

  it('is told when a call is not wanted any more', async () => {
    const abort = new AbortController()
    const context = { signal: abort.signal, progress: () => abort.abort() }
    const calling = here.call('e.trigger-long-running-operation', { duration: 600, steps: 6000 }, context)
    await expect(calling).rejects.toMatchObject({ code: 'aborted' })
    expect(await here.call('e.echo', { message: 'still there' })).toMatchObject({ text: 'Echo: still there' })
  })

  it('asks a person, field by field', async () => {
    const { ask, questions } = person(
      'Ada',
      'no',
      '/skip',
      'ada@example.com',
      '/skip',
      '1815-12-10',
      '7',
      'many',
      '3',
      'Ross',
      'Piano, Bass',
      'Wonder Woman',
      'Tuna',
      'Cats',
    )
    const { text } = await here.call('e.trigger-elicitation-request', {}, { ask })
    expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual({
      action: 'accept',
      content: {
        name: 'Ada',
        check: false,
        firstLine: 'It was a dark and stormy night.',
        email: 'ada@example.com',
        birthdate: '1815-12-10',
        integer: 7,
        number: 3,
        untitledSingleSelectEnum: 'Ross',
        untitledMultipleSelectEnum: ['Piano', 'Bass'],
        titledSingleSelectEnum: 'hero-3',
        titledMultipleSelectEnum: ['fish-1'],
        legacyTitledEnum: 'pet-1',
      },
    })
    expect(questions[0]).toEqual({
      question:
        'The server `e` asks: Please provide inputs for the following fields:\nString (a text, required)\nYour full, legal name\n(Or /decline, /cancel.)',
    })
    expect(questions[8]?.question).toContain('That does not fit: answer with a number from 0 up to 1000.')
  })

  it('hears that a person does not want to answer', async () => {
    const { text } = await here.call('e.trigger-elicitation-request', {}, person('/decline'))
    expect(text).toContain('User declined')
  })

  it('fails when nobody can be asked', async () => {
    expect(await here.call('e.trigger-elicitation-request')).toMatchObject({
      text: 'The server wanted to ask a person, and that failed: Nobody answers here.',
      failed: 'person-needed',
    })
  })

  it('sends a person somewhere, before the call or within it', async () => {
    const { ask, questions } = person('/done', '/done')
    const { text } = await here.call(
      'e.trigger-url-elicitation',
      { url: 'https://example.com/in', errorPath: true },
      { ask },
    )
    expect(text).toContain('User completed the URL elicitation flow.')
    expect(questions.map(({ question }) => question.split('\n')[1])).toEqual([
      'Open https://modelcontextprotocol.io (at modelcontextprotocol.io) and come back.',
      'Open https://example.com/in (at example.com) and come back.',
    ])
  })

  it('is told when they do not want to go', async () => {
    const input = { url: 'https://example.com/no', errorPath: true }
    expect(await here.call('e.trigger-url-elicitation', input, person('/cancel'))).toMatchObject({
      text: 'The server wants a person to open https://modelcontextprotocol.io first; they did not want to.',
      failed: 'person-needed',
    })
  })

  it('asks a model', async () => {
    const seen: unknown[] = []
    const generate = async (messages: unknown) => {
      seen.push(messages)
      return { text: 'Blue.', finish: 'stop', toolCalls: [], message: { role: 'assistant', parts: [] } } as const
    }
    const { text } = await here.call(
      'e.trigger-sampling-request',
      { prompt: 'Which colour?', maxTokens: 9 },
      { generate },
    )
    expect(text).toContain('"text": "Blue."')
    expect(seen).toMatchObject([
      [{ role: 'system' }, { role: 'user', parts: [{ text: expect.stringContaining('Which colour?') }] }],
    ])
  })

  it('is told of the folder it works on', async () => {
    const { text } = await here.call('e.get-roots-list')
    expect(text).toContain(`URI: file://${import.meta.dirname}`)
  })

  it('logs to those who listen', async () => {
    await here.call('e.toggle-simulated-logging')
    await vi.waitFor(
      () => expect(logs).toContainEqual({ server: 'e', level: expect.any(String), data: expect.any(String) }),
      10_000,
    )
    await here.call('e.toggle-simulated-logging')
  })

  const asksTwice = () =>
    Promise.all(
      [1, 2].map((call) => {
        const generate = async () =>
          ({
            text: `Of call ${call}.`,
            finish: 'stop',
            toolCalls: [],
            message: { role: 'assistant', parts: [] },
          }) as const
        return here.call('e.trigger-sampling-request', { prompt: `p${call}` }, { generate })
      }),
    )

  it.runIf(over === 'Streamable HTTP')('knows for which of two calls a model is asked', async () => {
    const [one, two] = await asksTwice()
    expect([one?.text, two?.text]).toEqual([
      expect.stringContaining('Of call 1.'),
      expect.stringContaining('Of call 2.'),
    ])
  })

  it.runIf(over !== 'Streamable HTTP')('declines to guess for which of two calls a model is asked', async () => {
    const texts = (await asksTwice()).map(({ text }) => text)
    expect(texts.join()).toContain('Declined: it is not clear for which call this is asked.')
    expect(texts[0]).not.toContain('Of call 2.')
    expect(texts[1]).not.toContain('Of call 1.')
  })
}
