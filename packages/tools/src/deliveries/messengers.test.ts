import type { ServerResponse } from 'node:http'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attemptOf, fetchTo, result } from '../../test/deliveries/result.ts'
import { localServer } from '../../test/net/local-server.ts'
import { discordDelivery } from './discord.ts'
import { telegramDelivery } from './telegram.ts'

const token = '12345:AAbbCCddEEffGGhh'
const long = { ...result, answer: `@everyone *bold* ${'x'.repeat(9000)}` }

const json = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

describe('a delivery to Telegram', () => {
  const telegramAt = (url: string) =>
    telegramDelivery({ name: 'me', token, chat: -100123, baseUrl: `${url}/`, fetch: fetchTo(url) })

  it('is one message of plain text to the chat, without a preview of links', async () => {
    const server = await localServer(json(200, { ok: true, result: {} }))
    expect(await telegramAt(server.url).deliver(result, attemptOf('me'))).toBeUndefined()
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`POST /bot${token}/sendMessage`])
    expect(server.requests[0]?.headers).toMatchObject({ 'idempotency-key': 'ses_1/me' })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      chat_id: -100123,
      text: 'answered: What is the capital?\n\nParis\n\nses_1',
      link_preview_options: { is_disabled: true },
    })
  })

  it('has at most 3000 characters', async () => {
    const server = await localServer(json(200, { ok: true }))
    await telegramAt(server.url).deliver(long, attemptOf('me'))
    const { text } = JSON.parse(server.requests[0]?.body ?? '') as { text: string }
    expect(text.length).toBeGreaterThan(2990)
    expect(text.length).toBeLessThanOrEqual(3000)
    expect(text).toContain('@everyone *bold* x')
  })

  it('waits as long as Telegram asks for', async () => {
    const busy = { ok: false, description: 'Too Many Requests: retry after 12', parameters: { retry_after: 12 } }
    const server = await localServer(json(429, busy))
    expect(await telegramAt(server.url).deliver(result, attemptOf('me'))).toEqual({
      error: 'status 429: Too Many Requests: retry after 12',
      retryAfterMs: 12_000,
    })
  })

  it('tells why it was refused', async () => {
    const server = await localServer(json(400, { ok: false, description: 'Bad Request: chat not found' }))
    expect(await telegramAt(server.url).deliver(result, attemptOf('me'))).toEqual({
      error: 'status 400: Bad Request: chat not found',
      isFinal: true,
    })
  })

  it.each([
    ['too long', (response: ServerResponse) => void response.writeHead(400).end('x'.repeat(100_001))],
    ['broken off', (response: ServerResponse) => void response.writeHead(400).write('{', () => response.destroy())],
  ])('is refused for good by the status, when the words are %s', async (_, says) => {
    const server = await localServer(says)
    expect(await telegramAt(server.url).deliver(result, attemptOf('me'))).toEqual({
      error: 'status 400',
      isFinal: true,
    })
  })

  it('is refused for good by the status, when the words do not end', async () => {
    const clock = simulatedClock(0)
    const server = await localServer((response) => void response.writeHead(400).write('{'))
    const fetch = fetchTo(server.url)
    const target = telegramDelivery({ name: 'me', token, chat: 1, baseUrl: server.url, fetch, clock })
    const delivering = target.deliver(result, attemptOf('me'))
    const time = setInterval(() => void clock.advance(1000), 5)
    onTestFinished(() => clearInterval(time))
    expect(await delivering).toEqual({ error: 'status 400', isFinal: true })
    await server.deserted()
  })

  it('does not tell its token when the server is not there', async () => {
    const server = await localServer((response) => response.destroy())
    const failing = telegramAt(server.url).deliver(result, attemptOf('me'))
    const error = await failing.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'fetch-failed' })
    expect(String(error) + JSON.stringify(error)).not.toContain('AAbbCC')
  })
})

describe('a delivery to Discord', () => {
  const discordAt = (url: string) =>
    discordDelivery({ name: 'team', url: `${url}/api/webhooks/1/hush?thread_id=7`, fetch: fetchTo(url) })

  it('is one message that calls nobody, and waits for what Discord makes of it', async () => {
    const server = await localServer(json(200, { id: '1' }))
    expect(await discordAt(server.url).deliver(result, attemptOf('team'))).toBeUndefined()
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/webhooks/1/hush?thread_id=7&wait=true',
    ])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      content: 'answered: What is the capital?\n\nParis\n\nses_1',
      flags: 4,
      allowed_mentions: { parse: [] },
    })
  })

  it('has at most 1800 characters', async () => {
    const server = await localServer(json(200, {}))
    await discordAt(server.url).deliver(long, attemptOf('team'))
    const { content } = JSON.parse(server.requests[0]?.body ?? '') as { content: string }
    expect(content.length).toBeGreaterThan(1790)
    expect(content.length).toBeLessThanOrEqual(1800)
  })

  it('waits as long as Discord asks for, to the part of a second', async () => {
    const server = await localServer(json(429, { message: 'You are being rate limited.', retry_after: 0.65 }))
    expect(await discordAt(server.url).deliver(result, attemptOf('team'))).toEqual({
      error: 'status 429: You are being rate limited.',
      retryAfterMs: 650,
    })
  })

  it('is given up when the webhook is gone', async () => {
    const server = await localServer(json(404, { message: 'Unknown Webhook', code: 10015 }))
    expect(await discordAt(server.url).deliver(result, attemptOf('team'))).toEqual({
      error: 'status 404: Unknown Webhook',
      isFinal: true,
    })
  })
})
