import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attemptOf, fetchTo, result } from '../../test/deliveries/result.ts'
import { localServer } from '../../test/net/local-server.ts'
import type { SafeFetch } from '../net/safe-fetch-options.ts'
import { deliveryFetch } from './delivery-fetch.ts'
import { discordDelivery } from './discord.ts'
import { telegramDelivery } from './telegram.ts'
import { webhookDelivery } from './webhook.ts'

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

  it('waits for whole milliseconds, when Telegram asks for parts of them', async () => {
    const server = await localServer(json(429, { ok: false, parameters: { retry_after: 64.57 } }))
    expect(await telegramAt(server.url).deliver(result, attemptOf('me'))).toEqual({
      error: 'status 429',
      retryAfterMs: 64_570,
    })
  })

  it('tells the new number of a chat that has moved', async () => {
    const description = 'Bad Request: group chat was upgraded to a supergroup chat.'
    const moved = { ok: false, description, parameters: { migrate_to_chat_id: -1001234567890 } }
    const server = await localServer(json(400, moved))
    expect(await telegramAt(server.url).deliver(result, attemptOf('me'))).toEqual({
      error: `status 400: ${description} Its number is -1001234567890 now.`,
      isFinal: true,
    })
  })

  it('tells why it was refused, though the rest of the answer is odd', async () => {
    const server = await localServer(json(429, { description: 'Slow down.', parameters: { retry_after: 'soon' } }))
    expect(await telegramAt(server.url).deliver(result, attemptOf('me'))).toEqual({ error: 'status 429: Slow down.' })
  })

  it('tells all of why it was refused, so that a secret in it is whole', async () => {
    const description = `${'x'.repeat(195)}${token}`
    const server = await localServer(json(400, { description }))
    expect(await telegramAt(server.url).deliver(result, attemptOf('me'))).toEqual({
      error: `status 400: ${description}`,
      isFinal: true,
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

  it.each([
    ['https://discord.com/api/webhooks/1/hush', 'https://discord.com/api/v10/webhooks/1/hush?wait=true'],
    ['https://ptb.discord.com/api/v6/webhooks/1/hush', 'https://ptb.discord.com/api/v10/webhooks/1/hush?wait=true'],
    ['https://discordapp.com/api/v9/webhooks/1/hush', 'https://discordapp.com/api/v9/webhooks/1/hush?wait=true'],
    ['https://notdiscord.com/api/webhooks/1/hush', 'https://notdiscord.com/api/webhooks/1/hush?wait=true'],
  ])('to %s goes to %s, where waits are told in seconds', async (url, sentTo) => {
    const asked: string[] = []
    const fetch: SafeFetch = async (address) => {
      asked.push(String(address))
      return new Response(null, { status: 204 })
    }
    await discordDelivery({ name: 'team', url, fetch }).deliver(result, attemptOf('team'))
    expect(asked).toEqual([sentTo])
  })

  it('shows where links lead', async () => {
    const server = await localServer(json(200, {}))
    const answer = 'See [the bank](https://evil.example), [1] and (2).'
    await discordAt(server.url).deliver({ ...result, goal: '[a](b)', answer }, attemptOf('team'))
    const { content } = JSON.parse(server.requests[0]?.body ?? '') as { content: string }
    expect(content).toBe('answered: [a]\\(b)\n\nSee [the bank]\\(https://evil.example), [1] and (2).\n\nses_1')
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

describe('an address that is none', () => {
  const fetch: SafeFetch = async () => new Response()

  it.each([
    ['Telegram', () => telegramDelivery({ name: 'me', token, chat: 1, baseUrl: 'hush.example', fetch })],
    ['Discord', () => discordDelivery({ name: 'team', url: 'hush.example/api/webhooks/1/hush', fetch })],
    ['a webhook', () => webhookDelivery({ name: 'ops', url: 'hush:8080', fetch })],
    ['the fetch', () => deliveryFetch({ url: '//hush' })],
  ])('is refused at once and not told: %s', (_, make) => {
    const thrown = thrownBy(make)
    expect(thrown).toMatchObject({
      code: 'config-invalid',
      message: 'The address of a delivery begins with `http://` or `https://`.',
    })
    expect(inspect(thrown, { depth: 9 }).split('\n    at ')[0]).not.toMatch(/hush|AAbb/)
  })
})

function thrownBy(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    return error
  }
}
