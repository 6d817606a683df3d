/** Knowledge, memory, usage, the audit log, keys and the caller itself over the native API. */
import { GyreError } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { afterEach, describe, expect, it } from 'vitest'
import type { KnowledgeDesk, MemoryDesk, ShownDocument, ShownMemory } from '../src/place.ts'
import { sendRaw } from './support/raw-request.ts'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const open = async (options: Partial<TestServerOptions> = {}) => {
  server = await testServer({ model: modelOf(() => says('Hello.')), ...options })
}

type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly text: string }

async function call(method: string, path: string, json?: unknown, key?: string): Promise<Answer> {
  const response = await server!.request(`/api/v1${path}`, {
    method,
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? (JSON.parse(text) as Answer['body']) : {}, text }
}

const at = '2026-01-01T00:00:00.000Z'

/** A desk over a map. */
function knowledgeDesk(): KnowledgeDesk {
  const texts = new Map<string, string>()
  const shown = (id: string): ShownDocument => ({ id, source: id, title: id, mediaType: 'text/plain', chunks: 1, at })
  const known = (id: string) => {
    const text = texts.get(id)
    if (text === undefined) throw new GyreError('document-unknown', `There is no document \`${id}\`.`)
    return text
  }
  return {
    overview: async () => ({ documents: texts.size }),
    list: async () => [...texts.keys()].map(shown),
    get: async (id) => ({ text: known(id), ...shown(id) }),
    add: async ({ source, text }) => {
      texts.set(source, text)
      return shown(source)
    },
    remove: async (id) => {
      known(id)
      texts.delete(id)
    },
    search: async (query, { limit }) =>
      [...texts]
        .filter(([, text]) => text.includes(query))
        .slice(0, limit)
        .map(([id, text]) => ({ document: id, source: id, title: id, text, start: 0, end: text.length, score: 1 })),
    graph: async ({ name }) => ({ name: name ?? null }),
  }
}

function memoryDesk(): MemoryDesk {
  const memories = new Map<string, ShownMemory>()
  const known = (id: string) => {
    const memory = memories.get(id)
    if (!memory) throw new GyreError('memory-unknown', `There is no memory \`${id}\`.`)
    return memory
  }
  const keep = (id: string, text: string) => {
    const memory = { id, kind: 'note', text, session: null, at, expiresAt: null }
    memories.set(id, memory)
    return memory
  }
  return {
    list: async ({ kind }) => [...memories.values()].filter((each) => kind === undefined || each.kind === kind),
    get: async (id) => known(id),
    add: async (text) => keep(`mem_${memories.size + 1}`, text),
    edit: async (id, text) => keep(known(id).id, text),
    remove: async (id) => {
      memories.delete(known(id).id)
    },
    search: async (query) => [...memories.values()].filter(({ text }) => text.includes(query)),
  }
}

describe('knowledge over the native API', () => {
  it('is added, found, read and removed by users', async () => {
    await open({ desks: { knowledge: knowledgeDesk() } })
    const key = await server!.keyFor({ role: 'user' })
    const added = await call('POST', '/knowledge/documents', { source: 'notes/a.md', text: 'Apples are red.' }, key)
    expect([added.status, added.body['id']]).toEqual([201, 'notes/a.md'])
    expect((await call('GET', '/knowledge')).body).toEqual({ overview: { documents: 1 } })
    expect((await call('GET', '/knowledge/search?q=red')).body).toMatchObject({
      passages: [{ document: 'notes/a.md' }],
    })
    expect((await call('GET', '/knowledge/graph?name=Apple')).body).toEqual({ graph: { name: 'Apple' } })
    const path = `/knowledge/documents/${encodeURIComponent('notes/a.md')}`
    expect((await call('GET', path)).body).toMatchObject({ text: 'Apples are red.' })
    expect((await call('DELETE', path, undefined, key)).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
    const viewer = await server!.keyFor({ role: 'viewer' })
    expect((await call('POST', '/knowledge/documents', { source: 'b', text: 'B' }, viewer)).status).toBe(403)
  })
})

describe('memory over the native API', () => {
  it('is added, listed, searched, changed and forgotten', async () => {
    await open({ desks: { memories: memoryDesk() } })
    expect((await call('POST', '/memory', { text: 'Likes tea.' })).status).toBe(201)
    expect((await call('GET', '/memory?kind=note')).body).toMatchObject({ memories: [{ text: 'Likes tea.' }] })
    expect((await call('GET', '/memory/search?q=coffee')).body).toEqual({ memories: [] })
    expect((await call('PATCH', '/memory/mem_1', { text: 'Likes coffee.' })).body).toMatchObject({ id: 'mem_1' })
    expect((await call('GET', '/memory/search?q=coffee')).body).toMatchObject({ memories: [{ id: 'mem_1' }] })
    expect((await call('DELETE', '/memory/mem_1')).status).toBe(204)
    expect((await call('GET', '/memory/mem_1')).status).toBe(404)
  })
})

describe('usage over the native API', () => {
  it('sums sessions by day, loop, persona, model and caller', async () => {
    await open()
    for (const loop of ['direct', 'direct', 'cot']) {
      const { body } = await call('POST', '/sessions', { loop, goal: 'Hello?' })
      await (await server!.runtime.session(String(body['id']))).outcome
    }
    const today = new Date().toISOString().slice(0, 10)
    const names = async (by: string) =>
      ((await call('GET', `/usage?by=${by}`)).body['sums'] as readonly { name: string; sessions: number }[]).map(
        ({ name, sessions }) => [name, sessions],
      )
    expect(await names('loop')).toEqual([
      ['cot', 1],
      ['direct', 2],
    ])
    expect(await names('day')).toEqual([[today, 3]])
    expect(await names('persona')).toEqual([['-', 3]])
    expect(await names('model')).toEqual([['test/rule', 3]])
    expect(await names('caller')).toEqual([['key:test', 3]])
    expect((await call('GET', '/usage')).body).toMatchObject({
      total: { sessions: 3, outcomes: { answered: 3 }, modelCalls: 3, unpriced: 3 },
    })
    expect((await call('GET', '/usage?from=2000-01-01&to=2000-02-01')).body).toMatchObject({ total: { sessions: 0 } })
  })

  it('of a fork is that of who forked', async () => {
    await open()
    const { body } = await call('POST', '/sessions', { loop: 'direct', goal: 'Hello?' })
    const source = await server!.runtime.session(String(body['id']))
    await source.outcome
    const bob = await server!.keyFor({ name: 'bob', role: 'user' })
    const forked = await call('POST', `/sessions/${source.id}/forks`, { at: 2 }, bob)
    await (await server!.runtime.session(String(forked.body['id']))).outcome
    expect((await call('GET', '/usage?by=caller')).body).toMatchObject({
      sums: [
        { name: 'key:bob', sessions: 1 },
        { name: 'key:test', sessions: 1 },
      ],
    })
  })

  it('of every owner is for who runs the server', async () => {
    await open()
    const [user, other] = [
      await server!.keyFor({ role: 'user' }),
      await server!.keyFor({ owner: 'other', role: 'admin' }),
    ]
    const { body } = await call('POST', '/sessions', { loop: 'direct', goal: 'Hello?' }, user)
    await (await server!.runtime.session(String(body['id']))).outcome
    expect((await call('GET', '/usage?owners=all', undefined, user)).status).toBe(403)
    expect((await call('GET', '/usage', undefined, other)).body).toMatchObject({ total: { sessions: 0 } })
    expect((await call('GET', '/usage?owners=all', undefined, other)).status).toBe(403)
    expect((await call('GET', '/usage?owners=all')).body).toMatchObject({ total: { sessions: 1 } })
  })
})

describe('keys over the native API', () => {
  it('are made, shown once, used and revoked by administrators, and the log tells of it', async () => {
    await open()
    const { status, body } = await call('POST', '/keys', { name: 'laptop', role: 'viewer' })
    const { key, record } = body as { readonly key: string; readonly record: { readonly id: string } }
    expect(status).toBe(201)
    expect((await call('GET', '/me', undefined, key)).body).toMatchObject({
      name: 'key:laptop',
      role: 'viewer',
      csrf: null,
    })
    expect((await call('GET', '/keys')).text).not.toContain(key.slice(-43))
    expect((await call('GET', '/keys', undefined, key)).status).toBe(403)
    expect((await call('DELETE', `/keys/${record.id}`)).body).toMatchObject({ id: record.id, name: 'laptop' })
    expect((await call('GET', '/me', undefined, key)).status).toBe(401)
    expect((await call('DELETE', '/keys/none')).status).toBe(404)
    const log = await call('GET', '/audit?actor=key:test&limit=1')
    expect(log.body).toMatchObject({ entries: [{ action: 'key.added', target: record.id, seq: 1 }], next: 1 })
    expect((await call('GET', '/audit?after=1')).body).toMatchObject({
      entries: [{ action: 'key.revoked' }],
      next: null,
    })
    const lines = (await call('GET', '/audit.jsonl')).text.trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { readonly action: string }).action)).toEqual([
      'key.added',
      'key.revoked',
    ])
    expect(log.text).not.toContain(key)
  })

  it('leave a log that is read by time, newest first, and verified by who runs the server', async () => {
    const store = memoryStore()
    await open({ store })
    const entry = { owner: 'local', actor: 'local', action: 'setting.set', target: 'default_loop', data: null }
    for (const minute of [1, 2, 3, 4]) await store.auditLog.append({ ...entry, at: Date.UTC(2026, 0, 1, 0, minute) })
    const page = async (query: string) => {
      const { entries, next } = (await call('GET', `/audit?${query}`)).body as {
        readonly entries: readonly { readonly seq: number }[]
        readonly next: number | null
      }
      return [entries.map(({ seq }) => seq), next]
    }
    expect(await page('since=2026-01-01T00:02:00Z&until=2026-01-01T00:04:00Z')).toEqual([[2, 3], null])
    expect(await page('newestFirst=true&limit=3')).toEqual([[4, 3, 2], 2])
    expect(await page('newestFirst=true&limit=3&before=2')).toEqual([[1], null])
    expect((await call('GET', '/audit?since=yesterday')).status).toBe(400)
    const head = { seq: 4, chain: (await store.auditLog.list({})).at(-1)?.chain }
    expect((await call('GET', '/audit/verify')).body).toEqual({ ok: true, rows: 4, head })
    const other = await server!.keyFor({ owner: 'other', role: 'admin' })
    expect((await call('GET', '/audit/verify', undefined, other)).status).toBe(403)
  })

  it('of other roles see neither the log nor login links', async () => {
    await open()
    const user = await server!.keyFor({ role: 'user' })
    expect((await call('GET', '/audit', undefined, user)).status).toBe(403)
    expect((await call('POST', '/login-links', undefined, user)).status).toBe(403)
  })
})

describe('the document of the native API', () => {
  it('says of keys, loops and passages what the server takes and tells', async () => {
    await open()
    const { body } = await call('GET', '/openapi.json')
    const { schemas } = body['components'] as { readonly schemas: Record<string, { readonly properties: object }> }
    const [key, loop, passage] = ['NewKey', 'Loop', 'Passage'].map((name) => schemas[name]?.properties)
    expect(key).toMatchObject({ owner: { pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' }, personas: {} })
    expect(loop).toMatchObject({ traits: { properties: { speaksAnswer: { type: 'boolean' } } } })
    expect(passage).toHaveProperty('remark')
  })
})

describe('a browser', () => {
  it('gets a link with https behind a proxy that speaks it', async () => {
    await open({ server: { allowedHosts: ['gyre.example.com'] } })
    const { port } = new URL(server!.url)
    const lines = ['POST /api/v1/login-links HTTP/1.1', 'Host: gyre.example.com', 'X-Forwarded-Proto: https']
    const rest = [`Authorization: Bearer ${server!.key}`, 'Content-Length: 0', 'Connection: close', '', '']
    const { text } = await sendRaw(`http://127.0.0.1:${port}`, Buffer.from([...lines, ...rest].join('\r\n')))
    expect(text).toContain('"url":"https://gyre.example.com/login?token=')
  })

  it('is logged in by a link that an administrator asked for, and is told its token', async () => {
    await open()
    const { body } = await call('POST', '/login-links')
    const login = await fetch(String(body['url']), { redirect: 'manual' })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const me = await fetch(`${server!.url}/api/v1/me`, { headers: { cookie } })
    expect(await me.json()).toMatchObject({ name: 'browser', role: 'admin', csrf: expect.any(String) })
  })
})
