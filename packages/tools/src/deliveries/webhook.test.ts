import type { ServerResponse } from 'node:http'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../test/deliveries/free-port.ts'
import { attemptOf, fetchTo, result } from '../../test/deliveries/result.ts'
import { localServer } from '../../test/net/local-server.ts'
import { deliveryFetch } from './delivery-fetch.ts'
import { verifySignature } from './signature.ts'
import { webhookDelivery } from './webhook.ts'

const clock = simulatedClock()

/** A webhook to a server that answers so, and what came of one attempt. */
async function deliveredTo(answer: (response: ServerResponse) => void, more: { secret?: string } = {}) {
  const server = await localServer(answer)
  const target = webhookDelivery({
    name: 'ops',
    url: `${server.url}/hook?a=1`,
    fetch: fetchTo(server.url),
    clock,
    ...more,
  })
  return { server, failure: await target.deliver(result, attemptOf('ops')) }
}

const says =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(body)
  }

describe('a webhook', () => {
  it('posts the whole result as JSON, with a key to know it by', async () => {
    const { server, failure } = await deliveredTo(says(204))
    expect(failure).toBeUndefined()
    const [request] = server.requests
    expect(server.requests).toHaveLength(1)
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?a=1',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'ses_1/ops' },
    })
    expect(JSON.parse(request?.body ?? '')).toEqual(result)
    expect(request?.headers).not.toHaveProperty('gyre-signature')
  })

  it('signs what it sends with the secret that both know', async () => {
    const secret = 'whsec_0123456789'
    const { server } = await deliveredTo(says(200), { secret })
    const { body = '', headers } = server.requests[0] ?? {}
    const signature = String(headers?.['gyre-signature'])
    expect(verifySignature({ secret, signature, body, now: clock.now() })).toBe(true)
  })

  it('sends no half of a character, which its reader may refuse', async () => {
    const server = await localServer(says(204))
    const target = webhookDelivery({ name: 'ops', url: server.url, fetch: fetchTo(server.url) })
    const odd = { ...result, answer: { city: ['Par\ud83dis'] } }
    await target.deliver(odd, attemptOf('ops'))
    expect(server.requests[0]?.body).toContain('{"city":["Par\ufffdis"]}')
  })

  it.each([
    [undefined, undefined],
    ['whsec_0123456789', undefined],
    ['', 'its secret is empty.'],
  ])('with the secret %j can be used but for this: %s', (secret, trouble) => {
    const url = 'https://ops.example.com'
    expect(webhookDelivery({ name: 'ops', url, secret, fetch: async () => new Response() }).trouble).toBe(trouble)
  })

  it.each([
    [500, {}, { error: 'status 500' }],
    [503, { 'retry-after': '7' }, { error: 'status 503', retryAfterMs: 7000 }],
    [429, { 'retry-after': '30' }, { error: 'status 429', retryAfterMs: 30_000 }],
    [429, { 'retry-after': '16.1' }, { error: 'status 429', retryAfterMs: 16_100 }],
    [429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, { error: 'status 429', retryAfterMs: 20_000 }],
    [429, { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, { error: 'status 429' }],
    [429, { 'retry-after': 'soon' }, { error: 'status 429' }],
    [408, {}, { error: 'status 408' }],
    [400, {}, { error: 'status 400', isFinal: true }],
    [410, { 'retry-after': '5' }, { error: 'status 410', isFinal: true }],
  ])('that is answered with %i %j has failed: %j', async (status, headers, expected) => {
    const { failure } = await deliveredTo(says(status, headers, 'Ask hunter2.'))
    expect(failure).toEqual(expected)
  })

  it('follows nobody elsewhere', async () => {
    const other = await localServer()
    const { failure } = await deliveredTo(says(307, { location: other.url }))
    expect(failure).toEqual({
      error: 'status 307, which leads elsewhere and is not followed',
      isFinal: true,
    })
    expect(other.requests).toEqual([])
  })

  it('has arrived when the answer says so, though the rest of it does not come', async () => {
    const { failure } = await deliveredTo((response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('O')
    })
    expect(failure).toBeUndefined()
  })

  it('can be tried again when nobody takes the connection', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const target = webhookDelivery({ name: 'ops', url, fetch: fetchTo(url) })
    await expect(target.deliver(result, attemptOf('ops'))).rejects.toMatchObject({
      code: 'fetch-failed',
      details: { reason: 'ECONNREFUSED' },
    })
  })

  it('can be tried again when the connection breaks', async () => {
    const server = await localServer((response) => response.destroy())
    const target = webhookDelivery({ name: 'ops', url: server.url, fetch: fetchTo(server.url) })
    await expect(target.deliver(result, attemptOf('ops'))).rejects.toMatchObject({ code: 'fetch-failed' })
  })

  it('is cut off by the signal of its attempt', async () => {
    const stopping = new AbortController()
    const server = await localServer(() => stopping.abort(new Error('Enough.')))
    const target = webhookDelivery({ name: 'ops', url: server.url, fetch: fetchTo(server.url) })
    await expect(target.deliver(result, attemptOf('ops', stopping.signal))).rejects.toThrow('Enough.')
    await server.deserted()
  })
})

describe('the fetch of a delivery', () => {
  const refusal = (host: string) => ({
    error: `\`${host}\` is this machine: \`allowLoopback\` of the delivery would allow it.`,
    isFinal: true,
  })

  it.each(['127.0.0.1', 'localhost', 'hooks.localhost', '[::1]'])(
    'does not go to %s unless that is allowed',
    async (host) => {
      const server = await localServer()
      const url = `http://${host}:${server.port}`
      const fetch = deliveryFetch({ url })
      const target = webhookDelivery({ name: 'ops', url, fetch })
      expect(await target.deliver(result, attemptOf('ops'))).toEqual(refusal(host.replace(/^\[|\]$/g, '')))
      expect(server.connections).toBe(0)
      await fetch.close()
    },
  )

  it('does not go to a name that leads to this machine, unless that is allowed', async () => {
    const server = await localServer()
    const url = `http://hooks.example.com:${server.port}`
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const closed = deliveryFetch({ url, lookup })
    const open = deliveryFetch({ url, lookup, allowLoopback: true })
    const send = (fetch: typeof closed) =>
      webhookDelivery({ name: 'ops', url, fetch }).deliver(result, attemptOf('ops'))
    expect(await send(closed)).toEqual(refusal('hooks.example.com'))
    expect(server.connections).toBe(0)
    expect(await send(open)).toBeUndefined()
    await Promise.all([closed.close(), open.close()])
  })

  it('goes to no metadata of a cloud, whoever named it', async () => {
    const url = 'http://169.254.169.254/hook'
    const fetch = deliveryFetch({ url, allowLoopback: true })
    const failure = await webhookDelivery({ name: 'ops', url, fetch }).deliver(result, attemptOf('ops'))
    expect(failure).toMatchObject({ isFinal: true })
    await fetch.close()
  })
})
