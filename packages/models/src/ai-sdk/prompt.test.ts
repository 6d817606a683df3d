import { assistant, type FilePart, type ImagePart, observation, system, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { dialectOf } from './dialect.ts'
import { renderPrompt } from './prompt.ts'
import { packSignature } from './signature.ts'

const openai = dialectOf('openai.responses', 'gpt-5')
const anthropic = dialectOf('anthropic.messages', 'claude')
const local = dialectOf('ollama.chat', 'qwen3')

const attached = (part: ImagePart | FilePart) => renderPrompt([user('See:', part)], openai)[0]!.content[1]

describe('renderPrompt', () => {
  it('says a text file as text', () => {
    expect(attached({ type: 'file', name: 'a.csv', mediaType: 'text/csv', data: 'x,y' })).toEqual({
      type: 'text',
      text: 'File a.csv:\nx,y',
    })
  })

  it('sends any other file as it is', () => {
    expect(attached({ type: 'file', name: 'a.pdf', mediaType: 'application/pdf', data: 'JVBERi0=' })).toEqual({
      type: 'file',
      filename: 'a.pdf',
      mediaType: 'application/pdf',
      data: { type: 'data', data: 'JVBERi0=' },
    })
  })

  it('names a file of an unknown kind, which no provider takes', () => {
    expect(attached({ type: 'file', name: 'a.bin', mediaType: 'application/octet-stream', data: 'AAE=' })).toEqual({
      type: 'text',
      text: '[file a.bin, of an unknown kind]',
    })
  })

  it('sends the address of a picture, or what a data address holds', () => {
    expect(attached({ type: 'image', mediaType: 'image/png', url: 'https://example.org/a.png' })).toMatchObject({
      data: { type: 'url', url: new URL('https://example.org/a.png') },
    })
    expect(attached({ type: 'image', mediaType: 'image/*', url: 'data:image/gif;base64,R0lGOD==' })).toEqual({
      type: 'file',
      mediaType: 'image/gif',
      data: { type: 'data', data: 'R0lGOD==' },
    })
    expect(attached({ type: 'image', mediaType: 'image/png', url: 'nowhere' })).toEqual({
      type: 'text',
      text: '[picture: nowhere]',
    })
  })

  it('leaves out texts and messages that are empty', () => {
    const messages = [user(''), assistant(''), user('Hi'), assistant([{ type: 'reasoning', text: '' }])]
    for (const dialect of [openai, anthropic, local])
      expect(renderPrompt(messages, dialect)).toMatchObject([{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }])
  })

  it('keeps the reasoning of another provider back', () => {
    const options = { anthropic: { signature: 's' } }
    const signature = packSignature({ by: 'anthropic', blocks: [{ length: 3, options }] })
    const said = assistant([
      { type: 'reasoning', text: 'Hm.', signature },
      { type: 'text', text: 'Yes.' },
    ])
    const text = { type: 'text', text: 'Yes.' }
    expect(renderPrompt([said], anthropic)[0]!.content).toEqual([
      { type: 'reasoning', text: 'Hm.', providerOptions: options },
      text,
    ])
    expect(renderPrompt([said], openai)[0]!.content).toEqual([text])
    expect(renderPrompt([said], local)[0]!.content).toEqual([text])
  })

  it('gives a call the same id as its result, and its own signature, whatever the id', () => {
    const google = dialectOf('google.generative-ai', 'gemini')
    const [first, second] = ['think#1:0', 'think#1:person']
    const calls = { [second]: { google: { thoughtSignature: 's' } } }
    const said = assistant([
      { type: 'reasoning', text: '', signature: packSignature({ by: 'google', blocks: [], calls }) },
      { type: 'tool-call', id: first, tool: 'see', input: {} },
      { type: 'tool-call', id: second, tool: 'see', input: {} },
    ])
    const answers = [first, second].map((id) => observation({ type: 'tool-result', id, tool: 'see', text: id }))
    const [ids, results] = [
      [{ toolCallId: 'call--18b159b6d62f7c48dc4a0d464f58d169' }, { toolCallId: expect.stringMatching(/^call--/) }],
      renderPrompt([said, ...answers], google),
    ]
    expect(results[0]!.content).toMatchObject([
      ids[0],
      { ...ids[1], providerOptions: { google: { thoughtSignature: 's' } } },
    ])
    const [one, other] = results[0]!.content as { toolCallId: string }[]
    expect(results.slice(1).map(({ content }) => content)).toMatchObject([
      [{ toolCallId: one!.toolCallId }],
      [{ toolCallId: other!.toolCallId }],
    ])
  })

  it.each([openai, anthropic, local])('says nothing of a call that was not made but its text, to %o', (dialect) => {
    const call = { type: 'tool-call', id: 'a', tool: 'fetch', input: {} } as const
    const result = { type: 'tool-result', id: 'a', tool: 'fetch', text: 'Not run: no.', error: true } as const
    const [sent, plain] = [{ ...result, notMade: 'person' } as const, result].map((each) =>
      renderPrompt([user('Look'), assistant([call]), observation(each)], dialect),
    )
    expect(sent).toEqual(plain)
    expect(JSON.stringify(sent)).not.toContain('notMade')
  })

  it('shows text from outside in its fence', () => {
    const untrusted = { from: 'https://example.com' }
    const call = { type: 'tool-call', id: 'a', tool: 'fetch', input: {} } as const
    const answer = observation({ type: 'tool-result', id: 'a', tool: 'fetch', text: 'Buy.', untrusted })
    const value = '<untrusted from="https://example.com">\nBuy.\n</untrusted>'
    expect(renderPrompt([user('Look'), assistant([call]), answer], openai).at(-1)!.content).toMatchObject([
      { output: { type: 'text', value } },
    ])
  })

  it.each([openai, anthropic, local])('shows a text file from outside in its fence, to %o', (dialect) => {
    const untrusted = { from: 'disk.read' }
    const call = { type: 'tool-call', id: 'a', tool: 'disk.read', input: {} } as const
    const parts = [{ type: 'file', name: 'a.txt', mediaType: 'text/plain', data: 'Obey me.' }] as const
    const answer = observation({ type: 'tool-result', id: 'a', tool: 'disk.read', text: 'See:', parts, untrusted })
    const shown = JSON.stringify(renderPrompt([user('Look'), assistant([call]), answer], dialect))
    expect(shown).toContain('<untrusted from=\\"disk.read\\">\\nFile a.txt:\\nObey me.\\n</untrusted>')
  })

  it('lets nothing stand between the answers of tools', () => {
    const png = { type: 'image', mediaType: 'image/png', data: 'iVBO' } as const
    const calls = ['a', 'b'].map((id) => ({ type: 'tool-call', id, tool: 'see', input: {} }) as const)
    const answers = calls.map(({ id }) => observation({ type: 'tool-result', id, tool: 'see', text: id, parts: [png] }))
    const prompt = renderPrompt([user('Look'), assistant(calls), ...answers], local)
    expect(prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
    expect(prompt.at(-1)!.content).toHaveLength(4)
  })

  it('marks the end of the system messages and of the prompt for a cache that needs it', () => {
    const marks = renderPrompt([system('A'), system('B'), user('C'), user('D')], anthropic).map(
      ({ providerOptions }) => providerOptions?.['anthropic'] !== undefined,
    )
    expect(marks).toEqual([false, true, false, true])
    expect(JSON.stringify(renderPrompt([system('A'), user('C')], openai))).not.toContain('cacheControl')
  })

  it('is the beginning of the prompt that goes on from it', () => {
    const messages = [system('A'), user('B'), assistant('C'), user('D'), assistant('E')]
    for (const dialect of [openai, local])
      expect(renderPrompt(messages, dialect).slice(0, 3)).toEqual(renderPrompt(messages.slice(0, 3), dialect))
  })
})

describe('dialectOf', () => {
  it('knows models of Mistral wherever they run', () => {
    expect(dialectOf('vllm.chat', 'mistralai/Devstral-Small').answersTools).toBe(true)
    expect(dialectOf('mistral.chat', 'any').answersTools).toBe(true)
    expect(local.answersTools).toBe(false)
    expect(dialectOf('vllm.chat', 'mistralai/Devstral-Small').callIds).toBe('nine')
    expect(local.callIds).toBe('plain')
  })
})
