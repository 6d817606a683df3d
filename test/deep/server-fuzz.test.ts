/** 10 000 requests made from the server's own schemas: none is a 500, none tells of another tenant, and it stays well. */
import type { Json } from '@gyre/core'
import { ApiKeys, serve } from '@gyre/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { servedPlace } from '../../packages/gyre/test/served-place.ts'
import { runInput } from '../../packages/server/src/agui/run-input.ts'
import { chatRequest } from '../../packages/server/src/openai/chat/chat-request.ts'
import { responseRequest } from '../../packages/server/src/responses/request.ts'
import { chatInput } from '../../packages/server/src/ui-stream/chat-input.ts'
import { below, chance } from '../support/chance.ts'
import { SchemaValues } from '../support/schema-values.ts'

const requests = 10_000
const atOnce = 16

/** What only another tenant's sessions hold. */
const secret = 'the-secret-of-anna-7391'

type Schema = Exclude<Parameters<SchemaValues['value']>[0], undefined>
type Parameter = { readonly name: string; readonly in: string; readonly schema?: Schema }
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}
type Target = {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body?: Schema
}

/** Streams that may go on are begun and left: what they tell is read elsewhere. */
const isWatched = ({ path }: Target) => path.endsWith('/events') || path.endsWith('/stream')

type Server = { readonly request: ReturnType<typeof requestsTo> }

function requestsTo(url: string, key: string) {
  const usual = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { ...usual, ...(headers as Record<string, string>) } })
}

async function targetsOf(
  server: Server,
): Promise<{ readonly targets: readonly Target[]; readonly definitions: Readonly<Record<string, Schema>> }> {
  const document = (await (await server.request('/api/v1/openapi.json')).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    readonly servers?: readonly { readonly url: string }[]
    readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
  }
  const base = document.servers?.[0]?.url ?? ''
  const native = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]): Target => {
      const body = requestBody?.content?.['application/json']?.schema
      return { method: method.toUpperCase(), path: `${base}${path}`, parameters, ...(body && { body }) }
    }),
  )
  const body = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const text = { type: 'string' }
  const others: readonly Target[] = [
    { method: 'POST', path: '/v1/chat/completions', parameters: [], body: body(chatRequest) },
    { method: 'POST', path: '/v1/responses', parameters: [], body: body(responseRequest) },
    {
      method: 'POST',
      path: '/v1/embeddings',
      parameters: [],
      body: { type: 'object', properties: { input: text, model: text } },
    },
    { method: 'GET', path: '/v1/models', parameters: [] },
    { method: 'GET', path: '/v1/models/{id}', parameters: [{ name: 'id', in: 'path', schema: text }] },
    ...[
      'GET /v1/responses/{id}',
      'DELETE /v1/responses/{id}',
      'POST /v1/responses/{id}/cancel',
      'GET /v1/responses/{id}/input_items',
      'GET /agui/{id}/capabilities',
      'GET /ui/chat/{id}/stream',
    ].map((each): Target => {
      const [method = '', path = ''] = each.split(' ')
      return { method, path, parameters: [{ name: 'id', in: 'path', schema: text }] }
    }),
    { method: 'GET', path: '/login', parameters: [{ name: 'token', in: 'query', schema: text }] },
    ...['GET /', 'GET /health', 'GET /ready', 'GET /metrics', 'POST /logout'].map((each): Target => {
      const [method = '', path = ''] = each.split(' ')
      return { method, path, parameters: [] }
    }),
    {
      method: 'POST',
      path: '/agui/{name}',
      parameters: [{ name: 'name', in: 'path', schema: text }],
      body: body(runInput),
    },
    { method: 'POST', path: '/ui/chat', parameters: [], body: body(chatInput) },
    {
      method: 'POST',
      path: '/mcp',
      parameters: [],
      body: {
        type: 'object',
        properties: { jsonrpc: { const: '2.0' }, id: { type: 'integer' }, method: text, params: { type: 'object' } },
      },
    },
  ]
  return {
    targets: [...native, ...others],
    definitions: document.components?.schemas ?? {},
  }
}

class Fuzzer {
  readonly #values: SchemaValues
  readonly #random: () => number
  readonly #ids: readonly string[]

  constructor(seed: number, definitions: Readonly<Record<string, Schema>>, ids: readonly string[]) {
    this.#random = chance(seed)
    this.#values = new SchemaValues(this.#random, definitions)
    this.#ids = ids
  }

  request({ method, path, parameters, body }: Target): { readonly url: string; readonly init: RequestInit } {
    const mischief = this.#random() < 0.5 ? 0.02 : 0.3
    const named = (place: string) => parameters.filter((each) => each.in === place)
    const url = named('path').reduce(
      (made, { name }) => made.replace(`{${name}}`, encodeURIComponent(this.#pathValue())),
      path,
    )
    const query = named('query').flatMap(({ name, schema }) =>
      this.#random() < 0.4
        ? [`${name}=${encodeURIComponent(wellFormed(textOf(this.#values.value(schema, mischief))))}`]
        : [],
    )
    const sent = body && textOf(this.#values.value(body, mischief))
    const isOdd = this.#random() < 0.03
    return {
      url: `${url}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      init: {
        method,
        ...(sent !== undefined && method !== 'GET' && { body: isOdd ? sent.slice(0, sent.length / 2) : sent }),
        ...(isOdd && { headers: { 'content-type': 'text/plain' } }),
      },
    }
  }

  #pathValue(): string {
    const known = this.#ids[below(this.#ids.length, this.#random)] ?? ''
    const value = this.#random() < 0.5 ? known : wellFormed(this.#values.text())
    return value === '' || value === '.' || value === '..' ? 'x' : value
  }

  pick(targets: readonly Target[]): Target {
    return targets[below(targets.length, this.#random)] as Target
  }
}

type Sent = { readonly target: Target; readonly url: string; readonly init: RequestInit }

/** How it was answered, and what is wrong with that. */
async function answerTo(server: Server, { target, url, init }: Sent) {
  const response = await server.request(url, { signal: AbortSignal.timeout(20_000), ...init })
  const { status } = response
  const text = isWatched(target) ? await begun(response) : await response.text()
  // A provider or a tool may fail: that is a 502. What the server did not foresee is a 500.
  const isFault = status === 500 || text.includes(secret)
  const body = String(init.body).slice(0, 300)
  return {
    status,
    ...(isFault && { fault: `${target.method} ${url.slice(0, 200)} ${body} → ${status} ${text.slice(0, 300)}` }),
  }
}

/** The first of a stream. */
async function begun({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new TextDecoder().decode(value)
}

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A lone surrogate is no character of an address. */
const wellFormed = (text: string) => text.toWellFormed().replaceAll('\u0000', '0')

describe('a server that is sent anything', () => {
  it(`answers ${requests} requests of every route, and is well after them`, async () => {
    const { place, workplace } = await servedPlace({ models: { default: 'demo/rules' } })
    const { runtime } = workplace
    const { key } = await new ApiKeys({ catalog: place.store.catalog, now: Date.now }).add({
      name: 'fuzz',
      role: 'admin',
    })
    const running = await serve(place, { port: 0, rates: { perCaller: 1e9, failuresPerAddress: 1e9 } })
    onTestFinished(() => running.close())
    const server = { request: requestsTo(running.url, key) }
    const anna = runtime.as('anna')
    const start = { model: 'demo/rules' }
    const hers = await anna.start('direct', `Keep ${secret}.`, start)
    await hers.outcome
    const own = await runtime.start('direct', 'Hello.', start)
    await own.outcome
    const { targets, definitions } = await targetsOf(server)
    expect(targets.length).toBeGreaterThan(60)
    const fuzzer = new Fuzzer(1, definitions, [own.id, hers.id, 'direct', 'react', 'default_loop', 'direct.system'])
    const faults: string[] = []
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < requests; sent += atOnce) {
      const batch = Array.from({ length: atOnce }, () => {
        const target = fuzzer.pick(targets)
        return { target, ...fuzzer.request(target) }
      })
      const answers = await Promise.all(batch.map((each) => answerTo(server, each)))
      for (const { status, fault } of answers) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (fault !== undefined) faults.push(fault)
      }
    }
    expect(faults).toEqual([])
    expect((await server.request('/api/v1/version')).status).toBe(200)
    expect((await anna.read(hers.id)).view.outcome).toBe('answered')
    expect(statuses.get(200)).toBeGreaterThan(requests / 20)
  })
})
