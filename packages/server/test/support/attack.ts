/** An attack as data: what is sent, as whom, and how it must be refused. */
import { ApiKeys, type NewKey } from '../../src/auth/api-keys.ts'
import { csrfTokenOf } from '../../src/auth/browser-sessions.ts'
import { opened, type RawAnswer, sendRaw } from './raw-request.ts'
import type { TestServer } from './test-server.ts'

export type Who =
  | 'nobody'
  | 'admin'
  | 'user'
  | 'viewer'
  /** A user who may use the loop `cot` alone. */
  | 'scoped'
  /** An administrator who may use the loop `cot` alone. */
  | 'scopedAdmin'
  /** An administrator of another tenant. */
  | 'stranger'
  | 'expired'
  | 'revoked'
  /** A browser that is logged in. */
  | 'browser'

export type Attack = {
  readonly name: string
  readonly as?: Who
  readonly method?: string
  /** In paths, headers and bodies `{session}`, `{port}`, `{key}` and others stand for what the victim has. */
  readonly path?: string
  readonly version?: string
  /** The `Host`; null for none. */
  readonly host?: string | null
  /** Lines of the head, as they are written. */
  readonly lines?: readonly string[]
  readonly json?: unknown
  readonly body?: string | Buffer
  readonly status: number
  /** The code of the error; left out where HTTP itself is refused, before the application. */
  readonly code?: string
}

export type Victim = {
  readonly server: TestServer
  readonly keys: Readonly<Record<Exclude<Who, 'nobody' | 'browser'>, string>>
  /** What stands for the words in braces. */
  readonly words: Readonly<Record<string, string>>
  readonly cookie: string
}

/** A server with a session, keys of every kind and a browser that is logged in. */
export async function victimOn(server: TestServer): Promise<Victim> {
  const session = await server.runtime.start('cot', 'The first goal of the victim')
  await session.outcome
  const cookie = await loginCookie(server)
  const keys = {
    admin: server.key,
    user: await server.keyFor({ name: 'user', role: 'user' }),
    viewer: await server.keyFor({ name: 'viewer', role: 'viewer' }),
    scoped: await server.keyFor({ name: 'scoped', personas: ['cot'], budget: { perDay: { sessions: 5 } } }),
    scopedAdmin: await server.keyFor({ name: 'scoped admin', role: 'admin', personas: ['cot'] }),
    stranger: await server.keyFor({ name: 'stranger', owner: 'acme', role: 'admin' }),
    expired: await expiredKey(server, { name: 'expired', role: 'admin' }),
    revoked: await revokedKey(server, { name: 'revoked', role: 'admin' }),
  }
  const words = {
    session: session.id,
    port: new URL(server.url).port,
    key: keys.admin,
    keyId: keys.user.slice(5, 17),
    cookie,
    csrf: csrfTokenOf(cookie),
    otherCsrf: csrfTokenOf(await loginCookie(server)),
  }
  return { server, keys, words, cookie }
}

async function loginCookie(server: TestServer): Promise<string> {
  const { headers } = await fetch(await server.loginLink(), { redirect: 'manual' })
  return /gyre_session_\d+=([\w-]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
}

async function expiredKey({ store }: TestServer, key: NewKey): Promise<string> {
  const longAgo = new ApiKeys({ catalog: store.catalog, now: () => 0 })
  return (await longAgo.add({ ...key, expiresAt: '1970-01-02T00:00:00Z' })).key
}

async function revokedKey({ store }: TestServer, wanted: NewKey): Promise<string> {
  const keys = new ApiKeys({ catalog: store.catalog, now: () => Date.now() })
  const { key, record } = await keys.add(wanted)
  await keys.revoke(record.id)
  return key
}

/** Sends it byte by byte. */
export async function launch(victim: Victim, attack: Attack): Promise<RawAnswer> {
  return sendRaw(victim.server.url, bytesOf(victim, attack))
}

/** Sends it, and leaves the connection open. */
export async function hold(victim: Victim, attack: Attack) {
  const socket = await opened(victim.server.url)
  socket.write(bytesOf(victim, attack))
  return socket
}

function bytesOf({ keys, words, cookie }: Victim, attack: Attack): Buffer {
  const { as = 'nobody', path = '/v1/models', version = '1.1', json, lines = [] } = attack
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole)
  const body = json === undefined ? (attack.body ?? '') : fill(JSON.stringify(json))
  const method = attack.method ?? (body.length > 0 ? 'POST' : 'GET')
  const host = attack.host === undefined ? '127.0.0.1:{port}' : attack.host
  const isFramed = lines.some((line) => /^(?:content-length|transfer-encoding)/i.test(line))
  const head = [
    `${method} ${path} HTTP/${version}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...credentials(as, keys, cookie),
    ...(json === undefined ? [] : ['Content-Type: application/json']),
    ...(isFramed || body.length === 0 ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...lines,
  ]
  return Buffer.concat([Buffer.from(`${fill(head.join('\r\n'))}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

function credentials(as: Who, keys: Victim['keys'], cookie: string): readonly string[] {
  if (as === 'nobody') return []
  return as === 'browser' ? [`Cookie: gyre_session_{port}=${cookie}`] : [`Authorization: Bearer ${keys[as]}`]
}

/** All that an attack could have changed, as one text. */
export async function stateOf({ server: { store }, words }: Victim): Promise<string> {
  const kinds = ['api-key', 'setting', 'persona', 'prompt', 'rollout']
  const catalogs = kinds.flatMap((kind) => ['local', 'acme'].map((owner) => store.catalog.list(owner, kind)))
  return JSON.stringify({
    sessions: await store.sessions.list({}),
    interventions: await store.interventions.list(words['session'] ?? ''),
    journal: (await store.journal.read(words['session'] ?? '', 1)).length,
    catalogs: await Promise.all(catalogs),
    audit: await store.auditLog.list({}),
    knowledge: await Promise.all(['local', 'acme'].map((owner) => store.knowledge.list(owner))),
  })
}
