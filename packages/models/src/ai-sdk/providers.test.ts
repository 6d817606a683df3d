import { observation } from '@gyre/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerSchema, ask, failure, hello, lookUp, message, parts, textOf } from '../../test/reading.ts'
import { chatError, spoken } from '../../test/spoken.ts'
import { type WireServer, wireServer } from '../../test/wire-server.ts'
import { aiSdkModel } from './ai-sdk-model.ts'

let server: WireServer
beforeEach(async () => {
  server = await wireServer()
})
afterEach(() => server.close())

describe.each(Object.entries(spoken))('%s', (_, { format, open, overflow, unauthorized }) => {
  it('streams a text with what was counted', async () => {
    server.answer({ events: format.reply({ text: ['Good ', 'morning.'] }) })
    const all = await parts(aiSdkModel(open(server.url)), hello)
    expect(all.filter(({ type }) => type === 'text')).toEqual([
      { type: 'text', text: 'Good ' },
      { type: 'text', text: 'morning.' },
    ])
    expect(all.at(-1)).toMatchObject({
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60 },
    })
  })

  it('writes a dotted tool name for the wire and reads it back', async () => {
    const call = { id: 'call12345', name: 'web__look_up', input: ['{"query":', '"Rome"}'] }
    server.answer({ events: format.reply({ call }) })
    const all = await parts(aiSdkModel(open(server.url)), { ...hello, tools: [lookUp] })
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"web__look_up"')
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('web.look_up')
    const called = all.find(({ type }) => type === 'tool-call')
    expect(called).toMatchObject({ tool: 'web.look_up', id: 'call12345' })
    expect(JSON.parse(called?.type === 'tool-call' ? called.input : '')).toEqual({ query: 'Rome' })
    expect(all.at(-1)).toMatchObject({ type: 'finish', reason: 'tool-calls' })
    const watched = all.flatMap((part) => (part.type === 'tool-input' ? [part] : []))
    expect(watched.map(({ tool }) => tool)).toEqual(watched.map(() => 'web.look_up'))
    expect(watched.map(({ text }) => text).join('')).toBe('{"query":"Rome"}')
  })

  it('hands a call and its result back in the next request', async () => {
    const call = { id: 'call12345', name: 'web__look_up', input: ['{"query":"Rome"}'] }
    server.answer({ events: format.reply({ call }) }, { events: format.reply({ text: ['Done.'] }) })
    const model = aiSdkModel(open(server.url))
    const first = message(await parts(model, { ...hello, tools: [lookUp] }))
    const result = observation({ type: 'tool-result', id: 'call12345', tool: 'web.look_up', text: 'Rome is in Italy.' })
    const again = await parts(model, { messages: [...hello.messages, first, result], tools: [lookUp] })
    expect(textOf(again)).toBe('Done.')
    const sent = JSON.stringify(server.requests[1]?.body)
    expect(sent).toContain('Rome is in Italy.')
    expect(sent).toContain('"web__look_up"')
    expect(sent.match(/call12345/g)?.length).toBeGreaterThanOrEqual(2)
    expect(sent).not.toContain('web.look_up')
  })

  it('asks for JSON of a schema', async () => {
    server.answer({ events: format.reply({ text: ['{"city":', '"Rome"}'] }) })
    const all = await parts(aiSdkModel(open(server.url)), { ...hello, output: answerSchema })
    expect(textOf(all)).toBe('{"city":"Rome"}')
    const sent = JSON.stringify(server.requests[0]?.body)
    expect(sent).toContain('"city"')
    expect(sent).not.toContain('draft/2020-12')
  })

  it('says that a key is wrong', async () => {
    server.answer(unauthorized)
    expect(await failure(aiSdkModel(open(server.url)), hello)).toMatchObject({ code: 'model-auth' })
  })

  it('says that a prompt is too long', async () => {
    server.answer(overflow)
    expect(await failure(aiSdkModel(open(server.url)), hello)).toMatchObject({ code: 'model-overflow' })
  })

  it('says how long to wait when it is asked too often', async () => {
    server.answer({ status: 429, body: chatError('Slow down.'), headers: { 'retry-after': '7' } })
    const error = await failure(aiSdkModel(open(server.url)), hello)
    expect(error.code).toBe('model-unavailable')
    expect(error.details).toMatchObject({ status: 429, retryAfterMs: 7000 })
  })

  it('fails with what the provider says in the middle of the stream', async () => {
    server.answer({ events: [...format.begin('Half a'), ...format.failure('The engine is on fire.')] })
    const error = await failure(aiSdkModel(open(server.url)), hello)
    expect(error.code).toBe('model-unavailable')
    expect(error.message).toContain('The engine is on fire.')
  })

  it('fails when the connection is cut in the middle', async () => {
    server.answer({ events: format.begin('Half a'), isCut: true })
    expect(await failure(aiSdkModel(open(server.url)), hello)).toMatchObject({ code: 'model-unavailable' })
  })

  it('fails when the stream ends without an end', async () => {
    server.answer({ events: format.begin('Half a') })
    expect(await failure(aiSdkModel(open(server.url)), hello)).toMatchObject({ code: 'model-unavailable' })
  })

  it('fails when nobody answers', async () => {
    const gone = await wireServer()
    const model = aiSdkModel(open(gone.url))
    await gone.close()
    expect(await failure(model, hello)).toMatchObject({ code: 'model-unavailable' })
  })

  it('stops when the call is aborted, and hangs up', async () => {
    server.answer({ events: format.begin('Once upon'), isOpen: true })
    const abort = new AbortController()
    const seen: string[] = []
    const reading = (async () => {
      for await (const part of ask(aiSdkModel(open(server.url)), hello, abort.signal)) {
        if (part.type !== 'text') continue
        seen.push(part.text)
        abort.abort()
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'aborted' })
    expect(seen).toEqual(['Once upon'])
    await server.hungUp
  })

  it('tells that tools are not for it, and remembers it', async () => {
    server.answer({ status: 400, body: chatError('registry/model does not support tools') })
    const model = aiSdkModel(open(server.url))
    expect(model.nativeTools).toBe(true)
    const error = await failure(model, { ...hello, tools: [lookUp] })
    expect(error).toMatchObject({ code: 'model-incapable', details: { capability: 'tools' } })
    expect(model.nativeTools).toBe(false)
    expect(model.nativeOutput).toBe(true)
  })
})
