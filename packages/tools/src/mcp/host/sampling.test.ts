import type { GenerateOptions, Message } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { sample } from './sampling.ts'

type Params = Parameters<typeof sample>[0]

async function sampled(params: Params, finish: 'stop' | 'length' = 'stop') {
  const seen: { messages?: readonly Message[]; options?: GenerateOptions } = {}
  const result = await sample(params, async (messages, options) => {
    Object.assign(seen, { messages, options })
    return { text: 'Blue.', finish, toolCalls: [], message: { role: 'assistant', parts: [] } }
  })
  return { result, ...seen }
}

describe('a request for a model', () => {
  it('is made with what the server sent, and no more', async () => {
    const { messages, options } = await sampled({
      systemPrompt: 'Be brief.',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Which colour?' } },
        { role: 'assistant', content: { type: 'text', text: 'Of what?' } },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'This:' },
            { type: 'image', mimeType: 'image/png', data: 'AA' },
          ],
        },
      ],
      maxTokens: 50,
      temperature: 0.2,
      stopSequences: ['END'],
      includeContext: 'allServers',
    })
    expect(messages).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Which colour?' }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'Of what?' }] },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'This:' },
          { type: 'image', mediaType: 'image/png', data: 'AA' },
        ],
      },
    ])
    expect(options).toEqual({ label: 'sample', maxOutputTokens: 50, temperature: 0.2, stop: ['END'] })
  })

  it.each([
    ['stop', 'endTurn'],
    ['length', 'maxTokens'],
  ] as const)('is answered with why the model ended: %s is %s', async (finish, stopReason) => {
    const params: Params = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 }
    expect((await sampled(params, finish)).result).toEqual({
      role: 'assistant',
      model: 'gyre',
      content: { type: 'text', text: 'Blue.' },
      stopReason,
    })
  })
})
