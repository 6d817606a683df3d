/** Sessions over the native API: started, listed, read, steered, forked, exported. */
import { defineLoop } from '@gyre/core'
import { modelOf, says, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { gyreClient } from '../src/client/gyre-client.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Asks a person, and answers with what they said. */
const asking = defineLoop({
  name: 'asking',
  run: (ctx, { goal }) => ctx.askHuman(`Really: ${goal}?`),
})

async function started(body: object = { loop: 'direct', goal: 'Say hello.' }): Promise<string> {
  const response = await server!.request('/api/v1/sessions', { json: body })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { readonly id: string }
  return id
}

async function ended(id: string): Promise<void> {
  await (await server!.runtime.session(id)).outcome
}

async function read<T = Record<string, unknown>>(path: string, status = 200, init: RequestInit = {}): Promise<T> {
  const response = await server!.request(`/api/v1${path}`, init)
  expect(response.status, path).toBe(status)
  return (await response.json()) as T
}

type Failure = { readonly error: { readonly code: string; readonly details?: Record<string, unknown> } }

describe('sessions over the native API', () => {
  it('are started by a loop and a goal, and read', async () => {
    server = await testServer({ model: scriptedModel(says('Hello.')) })
    const response = await server.request('/api/v1/sessions', { json: { loop: 'direct', goal: 'Say hello.' } })
    expect(response.status).toBe(201)
    const { id, thread } = (await response.json()) as { readonly id: string; readonly thread: string }
    expect(response.headers.get('location')).toBe(`/api/v1/sessions/${id}`)
    await ended(id)
    const record = await read(`/sessions/${id}`)
    expect(record).toMatchObject({
      session: id,
      loop: 'direct',
      goal: 'Say hello.',
      thread,
      outcome: 'answered',
      answer: 'Hello.',
      status: 'completed',
      questions: [],
    })
  })

  it('are not sent again to who has them', async () => {
    server = await testServer({ model: scriptedModel(says('Hello.')) })
    const id = await started()
    await ended(id)
    const first = await server.request(`/api/v1/sessions/${id}`)
    const etag = first.headers.get('etag') ?? ''
    const again = await server.request(`/api/v1/sessions/${id}`, { headers: { 'if-none-match': etag } })
    expect([first.status, etag !== '', again.status]).toEqual([200, true, 304])
  })

  it('are started once for an idempotency key, however many ask at the same time', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const body = { loop: 'direct', goal: 'Say hello.', idempotencyKey: 'one' }
    const ids = await Promise.all([started(body), started(body), started(body)])
    expect(new Set(ids).size).toBe(1)
    expect(await started({ ...body, idempotencyKey: 'two' })).not.toBe(ids[0])
    const other = await server.request('/api/v1/sessions', { json: { ...body, goal: 'Say goodbye.' } })
    expect([other.status, ((await other.json()) as Failure).error.code]).toEqual([400, 'request-invalid'])
  })

  it('can be started with the key of an attempt that was refused', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const refused = await server.request('/api/v1/sessions', {
      json: { loop: 'nothing', goal: 'Say hello.', idempotencyKey: 'one' },
    })
    expect(refused.status).toBe(404)
    await started({ loop: 'direct', goal: 'Say hello.', idempotencyKey: 'one' })
  })

  it('are refused with every fault of the body', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const { error } = await read<Failure>('/sessions', 400, {
      method: 'POST',
      body: JSON.stringify({ goal: '', persona: 'a', loop: 7, extra: true }),
    })
    expect(error.code).toBe('request-invalid')
    expect(error.details?.['issues']).toEqual([
      { path: 'body.goal', message: 'expected a text that is not empty, got ""' },
      { path: 'body.loop', message: 'expected a text that is not empty, got 7' },
      { path: 'body.extra', message: expect.stringMatching(/^unknown key; there are `goal`, /) },
    ])
  })

  it('are refused in the words of the house', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const message = async (path: string, body?: object) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) }
      return (await read<{ readonly error: { readonly message: string } }>(path, 400, init)).error.message
    }
    expect(await message('/sessions', { goal: 'Hello', lop: 'direct' })).toBe(
      'body.lop: unknown key; did you mean `loop`?',
    )
    expect(await message('/sessions', { loop: 'direct' })).toBe(
      'body.goal: expected a text that is not empty, but it is missing',
    )
    expect(await message('/sessions', { goal: 'Hello', persona: 'a', loop: 'b' })).toBe(
      'body.loop: give `persona` or `loop`, not both',
    )
    expect(await message('/sessions?limit=0')).toMatch(/^query\.limit: expected a whole number .*, got "0"$/)
  })

  it.each([
    [{ loop: 'nope' }, 'loop-unknown'],
    [{ persona: 'nope' }, 'persona-unknown'],
  ])('are refused for a name that is not there: %j', async (named, code) => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const init = { method: 'POST', body: JSON.stringify({ ...named, goal: 'Hello' }) }
    expect((await read<Failure>('/sessions', 404, init)).error.code).toBe(code)
  })

  it('wait for a worker with a priority, and for their time, which they tell meanwhile', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const client = gyreClient(server.url, { key: server.key })
    const json = { loop: 'direct', goal: 'Say hello.', priority: 5, notBefore: '2999-01-01T01:00:00+01:00' }
    const begun = await (await client.sessions.$post({ json })).json()
    const waits = { priority: 5, notBefore: '2999-01-01T00:00:00.000Z' }
    expect(begun.status).toBe('queued')
    const { sessions } = await (await client.sessions.$get({ query: {} })).json()
    expect(sessions).toMatchObject([{ id: begun.id, state: 'queued', ...waits }])
    const param = { id: begun.id }
    expect(await (await client.sessions[':id'].$get({ param })).json()).toMatchObject({ ...waits, isRun: false })
    await client.sessions[':id'].resume.$post({ param })
    await ended(begun.id)
    const record = await read(`/sessions/${begun.id}`)
    expect(record).toMatchObject({ answer: 'Hello.' })
    expect(record).not.toHaveProperty('priority')
    expect(record).not.toHaveProperty('notBefore')
  })

  it.each([
    [{ priority: 1001 }, 'body.priority: expected a whole number from -1000 to 1000, got 1001'],
    [
      { notBefore: '2026-02-31T00:00:00Z' },
      'body.notBefore: expected a time such as 2030-01-31T12:00:00Z, got "2026-02-31T00:00:00Z"',
    ],
    [
      { notBefore: '2026-02-28T00:00' },
      'body.notBefore: expected a time such as 2030-01-31T12:00:00Z, got "2026-02-28T00:00"',
    ],
  ])('are not begun with %j', async (more, message) => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const response = await server.request('/api/v1/sessions', { json: { loop: 'direct', goal: 'Hello', ...more } })
    const { error } = (await response.json()) as { readonly error: { readonly message: string } }
    expect([response.status, error.message]).toEqual([400, message])
  })

  it('tell who has them, while somebody does', async () => {
    server = await testServer({ loops: [asking], lingerMs: 0, model: modelOf(() => says('Hello.')) })
    const { sessions } = server.store
    const id = await started({ loop: 'asking', goal: 'the red one' })
    await expect.poll(async () => (await sessions.get(id))?.state).toBe('parked')
    // A lease that ran out long ago: its process is gone.
    await sessions.acquire(id, { worker: 'web-1/4711', leaseMs: 1, now: 0 })
    const listed = await read<{ readonly sessions: readonly object[] }>('/sessions')
    expect(listed.sessions[0]).toMatchObject({ id, state: 'running', status: 'waiting' })
    expect(listed.sessions[0]).not.toHaveProperty('worker')
    await sessions.acquire(id, { worker: 'web-2/4712', leaseMs: 60_000, now: Date.now() })
    expect(await read('/sessions')).toMatchObject({ sessions: [{ id, worker: 'web-2/4712' }] })
    expect(await read(`/sessions/${id}`)).toMatchObject({ session: id, isRun: true, worker: 'web-2/4712' })
  })

  it('wait in the inbox for an answer, which an intervention gives', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')), loops: [asking], lingerMs: 0 })
    const id = await started({ loop: 'asking', goal: 'Go' })
    await (await server.runtime.session(id)).idle()
    const { items } = await read<{ readonly items: readonly object[] }>('/inbox')
    expect(items).toMatchObject([{ session: id, kind: 'question', question: { question: 'Really: Go?' } }])
    const sent = await server.request(`/api/v1/sessions/${id}/interventions`, {
      json: { action: 'answer', body: { text: 'yes' } },
      headers: { 'idempotency-key': 'a1' },
    })
    expect(sent.status).toBe(202)
    const { id: intervention, by } = (await sent.json()) as { readonly id: string; readonly by: string }
    await ended(id)
    expect(by).toBe('key:test')
    expect(await read(`/sessions/${id}/interventions/${intervention}`)).toMatchObject({ state: 'applied' })
    expect(await read(`/sessions/${id}`)).toMatchObject({ answer: 'yes' })
    expect(await read('/inbox')).toEqual({ items: [] })
  })

  it('take no intervention that is unknown or has come too late', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const id = await started()
    await ended(id)
    const late = await server.request(`/api/v1/sessions/${id}/interventions`, { json: { action: 'pause' } })
    const unknown = await server.request(`/api/v1/sessions/${id}/interventions`, { json: { action: 'dance' } })
    expect([late.status, unknown.status]).toEqual([409, 400])
  })

  it('let a queued intervention be changed and taken back', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')), loops: [asking], lingerMs: 0 })
    const id = await started({ loop: 'asking', goal: 'Go' })
    await (await server.runtime.session(id)).idle()
    // Sent past the runtime: nobody looks at it yet.
    await server.store.interventions.add({
      id: 'itv_1',
      session: id,
      action: 'steer',
      body: { text: 'left' },
      by: 'local',
      at: 1,
      key: null,
    })
    const path = `/sessions/${id}/interventions/itv_1`
    const edited = await read(path, 200, { method: 'PATCH', body: JSON.stringify({ body: { text: 'right' } }) })
    expect(edited).toMatchObject({ body: { text: 'right' }, state: 'queued' })
    expect(await read(path, 200, { method: 'DELETE' })).toMatchObject({ state: 'withdrawn' })
    const again = await read<Failure>(path, 409, { method: 'DELETE' })
    expect(again.error.code).toBe('intervention-settled')
  })

  it('are forked from a step, and list their forks', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const id = await started()
    await ended(id)
    const { steps } = await read<{ readonly steps: readonly { readonly path: string }[] }>(`/sessions/${id}`)
    const response = await server.request(`/api/v1/sessions/${id}/forks`, { json: { at: steps[0]?.path } })
    const fork = (await response.json()) as { readonly id: string }
    expect([response.status, response.headers.get('location')]).toEqual([201, `/api/v1/sessions/${fork.id}`])
    await ended(fork.id)
    expect(await read(`/sessions/${id}/forks`)).toMatchObject({ forks: [{ id: fork.id }] })
    expect(await read(`/sessions/${fork.id}/forks`)).toEqual({ forks: [] })
    const lost = await server.request(`/api/v1/sessions/${id}/forks`, { json: { at: 'nowhere' } })
    expect(lost.status).toBe(404)
  })

  it('are forked with a prompt in other words', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const id = await started()
    await ended(id)
    const prompts = { 'direct.system': 'Answer the user in one word.' }
    const fork = await read<{ readonly id: string }>(`/sessions/${id}/forks`, 201, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at: 1, prompts }),
    })
    await ended(fork.id)
    const facts = await (await server.request(`/api/v1/sessions/${fork.id}/events.jsonl`)).text()
    expect(facts).toContain('Answer the user in one word.')
    const unknown = { json: { at: 1, prompts: { 'direct.nothing': 'x' } } }
    expect((await server.request(`/api/v1/sessions/${id}/forks`, unknown)).status).toBe(404)
  })

  it('are forked with a prompt in other words by administrators alone, for loops they may use', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const id = await started()
    await ended(id)
    const forkedWith = async (key: string, prompts?: Readonly<Record<string, string>>) => {
      const headers = { authorization: `Bearer ${key}` }
      const response = await server!.request(`/api/v1/sessions/${id}/forks`, { json: { at: 1, prompts }, headers })
      const { error } = (await response.json()) as Partial<Failure>
      return [response.status, error?.code]
    }
    const user = await server.keyFor({ role: 'user' })
    expect(await forkedWith(user, { 'direct.system': 'Answer in one word.' })).toEqual([403, 'forbidden'])
    expect(await forkedWith(user, { 'cot.sistem': 'x' })).toEqual([403, 'forbidden'])
    expect(await forkedWith(user)).toEqual([201, undefined])
    const limited = await server.keyFor({ role: 'admin', personas: ['direct'] })
    expect(await forkedWith(limited, { 'cot.system': 'Think. {form}' })).toEqual([404, 'prompt-unknown'])
    expect(await forkedWith(limited, { 'direct.system': 'Answer in one word.' })).toEqual([201, undefined])
  })

  it('tell their prompts, proof, replay, deliveries and every fact', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const id = await started()
    await ended(id)
    const record = await read<{ readonly steps: readonly { readonly path: string; readonly kind: string }[] }>(
      `/sessions/${id}`,
    )
    const step = record.steps.find(({ kind }) => kind === 'generate')?.path ?? ''
    const prompt = await read<{ readonly messages: readonly unknown[] }>(
      `/sessions/${id}/steps/${encodeURIComponent(step)}/prompt`,
    )
    expect(JSON.stringify(prompt.messages)).toContain('Say hello.')
    expect(await read(`/sessions/${id}/verify`)).toMatchObject({ ok: true })
    expect(await read(`/sessions/${id}/replay`, 200, { method: 'POST' })).toMatchObject({ isEqual: true, error: null })
    expect(await read(`/sessions/${id}/deliveries`)).toEqual({ deliveries: [] })
    const facts = await (await server.request(`/api/v1/sessions/${id}/events.jsonl`)).text()
    const seqs = facts
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly seq: number }).seq)
    expect(seqs).toEqual(seqs.map((_, at) => at + 1))
    const audit = await (await server.request(`/api/v1/sessions/${id}/audit.jsonl`)).text()
    expect(audit.trim().split('\n')).toHaveLength(seqs.length)
  })

  it('make up threads, told oldest first with goals and answers', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const ids: string[] = []
    for (const goal of ['One', 'Two']) {
      ids.push(await started({ loop: 'direct', goal, thread: 'talk' }))
      await ended(ids.at(-1) ?? '')
    }
    await ended(await started({ loop: 'direct', goal: 'Other', thread: 'other' }))
    const first = await read<{ readonly next: string | null }>('/threads?limit=1')
    expect(first).toMatchObject({ threads: [{ id: 'other', sessions: 1 }] })
    expect(await read(`/threads?limit=5&before=${first.next}`)).toMatchObject({
      threads: [{ id: 'talk', title: 'One', sessions: 2 }],
      next: null,
    })
    expect(await read('/threads/talk')).toMatchObject({
      id: 'talk',
      sessions: [
        { id: ids[0], goal: 'One', answer: 'Hello.' },
        { id: ids[1], goal: 'Two', answer: 'Hello.' },
      ],
    })
    const page = await read<{ readonly next: string | null }>('/threads/talk?limit=1')
    expect(page).toMatchObject({ sessions: [{ id: ids[1] }], next: ids[1] })
    expect(await read(`/threads/talk?limit=1&before=${page.next}`)).toMatchObject({
      sessions: [{ id: ids[0] }],
      next: null,
    })
    expect((await read<Failure>('/threads/none', 404)).error.code).toBe('thread-unknown')
  })

  it('are paused and resumed', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')), loops: [asking], lingerMs: 0 })
    const id = await started({ loop: 'asking', goal: 'Go' })
    await (await server.runtime.session(id)).idle()
    expect(await read(`/sessions/${id}/resume`, 202, { method: 'POST' })).toMatchObject({ id })
    await server.request(`/api/v1/sessions/${id}/interventions`, { json: { action: 'abort' } })
    await ended(id)
    expect((await read<Failure>(`/sessions/${id}/resume`, 409, { method: 'POST' })).error.code).toBe('session-ended')
  })

  it('of others are not there, and neither are those of personas a key may not use', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const id = await started()
    await ended(id)
    const other = await server.keyFor({ owner: 'somebody', role: 'admin' })
    const limited = await server.keyFor({ personas: ['cot'], role: 'user' })
    for (const key of [other, limited]) {
      const headers = { authorization: `Bearer ${key}` }
      const paths = [
        '',
        '/events',
        '/events.jsonl',
        '/audit.jsonl',
        '/verify',
        '/interventions',
        '/forks',
        '/deliveries',
      ]
      for (const path of paths) await read(`/sessions/${id}${path}`, 404, { headers })
      expect(await read('/sessions', 200, { headers })).toEqual({ sessions: [], next: null })
      expect(await read('/threads', 200, { headers })).toEqual({ threads: [], next: null })
    }
  })

  it('are only looked at by a viewer', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const id = await started()
    await ended(id)
    const headers = { authorization: `Bearer ${await server.keyFor({ role: 'viewer' })}` }
    await read(`/sessions/${id}`, 200, { headers })
    const post = { method: 'POST', headers, body: JSON.stringify({ goal: 'Go', action: 'abort', at: 1 }) }
    for (const path of [
      '/sessions',
      `/sessions/${id}/interventions`,
      `/sessions/${id}/forks`,
      `/sessions/${id}/resume`,
    ]) {
      expect((await read<Failure>(path, 403, post)).error.code).toBe('forbidden')
    }
  })
})
