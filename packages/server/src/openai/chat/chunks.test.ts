import { GyreError } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChunkWriter, shortTexts } from './chunks.ts'

const writer = new ChunkWriter({ id: 'chatcmpl-ses_1', created: 7, model: 'react' })
const head = '"id":"chatcmpl-ses_1","object":"chat.completion.chunk","created":7,"model":"react"'

describe('chunks', () => {
  it('are whole, each on its line', () => {
    expect(writer.role()).toBe(
      `data: {${head},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n\n`,
    )
    expect(writer.write({ type: 'content', text: 'Hi' })).toEqual([
      `data: {${head},"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\n`,
    ])
    expect(writer.write({ type: 'reasoning', text: 'Hm' })).toEqual([
      `data: {${head},"choices":[{"index":0,"delta":{"reasoning_content":"Hm"},"finish_reason":null}]}\n\n`,
    ])
  })

  it('carry events with no choice', () => {
    const event = { type: 'status', data: { description: 'Thinking', done: false } } as const
    expect(writer.write({ type: 'event', event })).toEqual([
      `data: {${head},"choices":[],"event":{"type":"status","data":{"description":"Thinking","done":false}}}\n\n`,
    ])
  })

  it('begin a call with its name, and go on with its arguments', () => {
    const call = { type: 'call', index: 2, id: 'call_1', tool: 'weather', input: '{"city":"Paris"}' } as const
    const deltas = writer.write(call).map((line) => JSON.parse(line.slice('data: '.length)).choices[0].delta)
    expect(deltas).toEqual([
      { tool_calls: [{ index: 2, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '' } }] },
      { tool_calls: [{ index: 2, function: { arguments: '{"city":"Paris"}' } }] },
    ])
  })

  it('end with the reason, and how the session stands', () => {
    const standing = { session: 'ses_1', status: 'completed', outcome: 'answered' } as const
    expect(writer.write({ type: 'finish', reason: 'stop', standing })).toEqual([
      `data: {${head},"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"gyre":{"session":"ses_1","status":"completed","outcome":"answered"}}\n\n`,
    ])
  })

  it('tell a failure as an error', () => {
    const [line = ''] = writer.write({ type: 'failure', error: new GyreError('model-failed', 'Out of order.') })
    expect(JSON.parse(line.slice('data: '.length))).toMatchObject({
      error: { type: 'server_error', code: 'provider_error' },
    })
  })

  it('say all of a corrected answer again', () => {
    const [line = ''] = writer.write({ type: 'correction', text: 'Really 42.' })
    expect(JSON.parse(line.slice('data: '.length)).choices[0].delta).toEqual({ content: '\n\nReally 42.' })
  })

  it('leave out an event that is too long for a line', () => {
    const tasks = [{ id: '1', content: 'x'.repeat(70_000), status: 'pending' as const }]
    expect(writer.write({ type: 'event', event: { type: 'chat:message:tasks', data: { tasks } } })).toEqual([])
  })
})

describe('a long text', () => {
  it('is split into texts that make it up, each short enough and whole in itself', () => {
    const long = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text) => text.repeat(Math.ceil(20_000 / text.length)))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), long), (text) => {
        const texts = shortTexts(text)
        expect(texts.join('')).toBe(text)
        expect(texts.every((each) => each.length > 0 && each.length <= 8000)).toBe(true)
        expect(texts.every((each) => each.isWellFormed())).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
