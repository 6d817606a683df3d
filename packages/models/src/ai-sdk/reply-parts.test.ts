import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelPart } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { ReplyParts } from './reply-parts.ts'
import { toolNames } from './tool-names.ts'

const finish = (unified: 'stop' | 'content-filter' | 'other' = 'stop', total: number | null = 7) =>
  ({
    type: 'finish',
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: total ?? undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 3, text: undefined, reasoning: undefined },
    },
  }) satisfies LanguageModelV4StreamPart

function read(stream: readonly LanguageModelV4StreamPart[], stop: readonly string[] = []): readonly ModelPart[] {
  const reply = new ReplyParts(toolNames(), 'acme', { stop })
  return stream.flatMap((part) => [...reply.take(part)])
}

const delta = (text: string) => ({ type: 'text-delta', id: '1', delta: text }) as const
const signatures = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'reasoning' && part.signature ? [JSON.parse(part.signature)] : []))

describe('ReplyParts', () => {
  it('hands out at the end what might have been a stop text', () => {
    expect(read([delta('Hello S'), delta('T'), finish()], ['STOP'])).toEqual([
      { type: 'text', text: 'Hello ' },
      { type: 'text', text: 'ST' },
      { type: 'finish', reason: 'stop', usage: { inputTokens: 7, outputTokens: 3 } },
    ])
  })

  it('signs neighbouring blocks of reasoning together', () => {
    const block = (id: string, text: string) =>
      [
        { type: 'reasoning-start', id },
        { type: 'reasoning-delta', id, delta: text },
        { type: 'reasoning-end', id, providerMetadata: { acme: { seal: id } } },
      ] as const
    expect(signatures(read([...block('a', 'one'), ...block('b', 'three')])).at(-1)).toEqual({
      by: 'acme',
      blocks: [
        { length: 3, options: { acme: { seal: 'a' } } },
        { length: 5, options: { acme: { seal: 'b' } } },
      ],
    })
  })

  it('begins anew after a call', () => {
    const call = (id: string) =>
      ({
        type: 'tool-call',
        toolCallId: id,
        toolName: 'see',
        input: '{}',
        providerMetadata: { acme: { thoughtSignature: id } },
      }) as const
    const parts = read([call('a'), call('b')])
    expect(parts.map(({ type }) => type)).toEqual(['reasoning', 'tool-call', 'reasoning', 'tool-call'])
    expect(signatures(parts)).toEqual([
      { by: 'acme', blocks: [], calls: { a: { acme: { thoughtSignature: 'a' } } } },
      { by: 'acme', blocks: [], calls: { b: { acme: { thoughtSignature: 'b' } } } },
    ])
  })

  it('signs a call before the first piece of its arguments, once', () => {
    const providerMetadata = { acme: { thoughtSignature: 's' } }
    const parts = read([
      { type: 'tool-input-start', id: 'a', toolName: 'web__see', providerMetadata },
      { type: 'tool-input-delta', id: 'a', delta: '{}' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'web__see', input: '{}', providerMetadata },
    ])
    expect(parts).toMatchObject([
      { type: 'reasoning', text: '' },
      { type: 'tool-input', id: 'a', tool: 'web.see', text: '{}' },
      { type: 'tool-call', id: 'a', tool: 'web.see', input: '{}' },
    ])
  })

  it('says why a reply ended', () => {
    expect(read([finish('content-filter')])).toMatchObject([{ reason: 'filtered' }])
    expect(read([finish('other')])).toMatchObject([{ reason: 'other' }])
  })

  it.each([
    { type: 'response-metadata', id: 'r1' },
    { type: 'reasoning-start', id: '1' },
    { type: 'tool-input-start', id: 'a', toolName: 'see' },
    { type: 'text-start', id: '1' },
  ] as const)('says once that the model has begun: $type', (part) => {
    const types = read([{ type: 'stream-start', warnings: [] }, part, part, delta('Hi'), finish()])
    expect(types.map(({ type }) => type)).toEqual(['alive', 'text', 'finish'])
  })

  it('takes the word of the package itself for nothing', () => {
    expect(read([{ type: 'stream-start', warnings: [] }])).toEqual([])
  })

  it('counts what was written to a cache', () => {
    const { usage, ...end } = finish()
    const inputTokens = { total: 100, noCache: 10, cacheRead: 60, cacheWrite: 30 }
    expect(read([{ ...end, usage: { ...usage, inputTokens } }])).toEqual([
      {
        type: 'finish',
        reason: 'stop',
        usage: { inputTokens: 100, outputTokens: 3, cachedInputTokens: 60, cacheWriteTokens: 30 },
      },
    ])
  })

  it('leaves tokens uncounted that the provider did not count', () => {
    expect(read([finish('stop', null)])).toMatchObject([{ usage: { inputTokens: Number.NaN, outputTokens: 3 } }])
  })

  it('throws what the provider reports', () => {
    expect(() => read([{ type: 'error', error: new Error('On fire.') }])).toThrow('On fire.')
  })
})
