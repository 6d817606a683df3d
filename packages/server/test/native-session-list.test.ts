/** The list of sessions over the native API. */
import { modelOf, says } from '@gyre/core/testing'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type TestServer, testServer } from './support/test-server.ts'

type List = {
  readonly sessions: readonly { readonly id: string; readonly status: string }[]
  readonly next: string | null
}

let server: TestServer

beforeEach(async () => {
  server = await testServer({ model: modelOf(() => says('Hello.')) })
  onTestFinished(() => server.close())
})

async function listed(query: string): Promise<List> {
  return (await server.request(`/api/v1/sessions?${query}`)).json() as Promise<List>
}

async function idsOf(query: string): Promise<readonly string[]> {
  return (await listed(query)).sessions.map(({ id }) => id)
}

it('is newest first, in pages, of what is asked for', async () => {
  const ids: string[] = []
  for (const goal of ['Red apple', 'Green apple', 'Red brick']) {
    const loop = goal.startsWith('Red') ? 'direct' : 'cot'
    const { id, outcome } = await server.runtime.start(loop, goal, { thread: 'fruit' })
    ids.unshift(id)
    await outcome
  }
  const first = await listed('limit=2')
  expect(first.sessions.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(await idsOf(`limit=2&before=${first.next}`)).toEqual(ids.slice(2))
  expect(await idsOf('q=red+APPLE')).toEqual([ids[2]])
  expect(await idsOf('loop=cot')).toEqual([ids[1]])
  expect(await idsOf('status=completed&state=ended&thread=fruit')).toEqual(ids)
  expect(await idsOf('status=waiting,paused')).toEqual([])
  const refused = await server.request('/api/v1/sessions?limit=0')
  expect(await refused.json()).toMatchObject({ error: { code: 'request-invalid' } })
})

it('goes by how sessions stand, whatever their rows say', async () => {
  const { sessions } = server.store
  const rest = { loop: 'direct', loopVersion: 1, provider: null, title: '', thread: 'thr_1', persona: null, arm: null }
  const facts = [{ seq: 1, at: 0, type: 'session.created', data: { goal: 'Go' } }] as const
  const make = async (id: string, status: string, takenAt?: number) => {
    await sessions.create({ id, owner: 'local', mirror: { ...rest, status, createdAt: 0 }, facts, waits: {} })
    if (takenAt !== undefined) await sessions.acquire(id, { worker: 'web-1/4711', leaseMs: 60_000, now: takenAt })
  }
  await make('ses_taken', 'queued', Date.now())
  await make('ses_lost', 'running', 0)
  await make('ses_waiting', 'queued')
  expect((await listed('status=running')).sessions).toMatchObject([{ id: 'ses_taken', status: 'running' }])
  expect((await listed('status=interrupted')).sessions).toMatchObject([{ id: 'ses_lost', status: 'interrupted' }])
  expect((await listed('status=queued')).sessions).toMatchObject([{ id: 'ses_waiting', status: 'queued' }])
  expect((await idsOf('status=running,interrupted')).toSorted()).toEqual(['ses_lost', 'ses_taken'])
})
