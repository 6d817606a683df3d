/** The inbox of the native API at the moments in which a session is about to go on. */
import { defineLoop, type Store, user } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withMethods } from '../../../test/support/kernel.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Asks a person, and answers with what they said. */
const asking = defineLoop({ name: 'asking', run: (ctx, { goal }) => ctx.askHuman(`Really: ${goal}?`) })

/** Has a low opinion of itself before its first call. */
const doubting = defineLoop({
  name: 'doubting',
  async run(ctx, { goal }) {
    ctx.note('score', { score: 1 })
    return (await ctx.generate([user(goal)])).text
  },
})

async function started(body: object): Promise<string> {
  const response = await server!.request('/api/v1/sessions', { json: body })
  return ((await response.json()) as { readonly id: string }).id
}

async function ended(id: string): Promise<void> {
  await (await server!.runtime.session(id)).outcome
}

async function inbox(): Promise<{ readonly items: readonly object[] }> {
  return (await (await server!.request('/api/v1/inbox')).json()) as { readonly items: readonly object[] }
}

describe('the inbox', () => {
  const nobody = async () => ({ workers: [], sessions: {}, longestWaitMs: 0 })
  const model = modelOf(() => says('Hello.'))

  /** Sessions that nobody runs: one that waits for its turn, one for its time, and one that was set aside. */
  async function nobodyRuns(): Promise<void> {
    const { store } = server!
    const ids = ['ses_turn', 'ses_time', 'ses_aside']
    const rest = {
      loop: 'asking',
      loopVersion: 1,
      provider: null,
      title: '',
      thread: 'thr_1',
      persona: null,
      arm: null,
    }
    for (const id of ids) {
      const waits = { notBefore: id === 'ses_time' ? Date.now() + 3_600_000 : null }
      const facts = [{ seq: 1, at: 0, type: 'session.created', data: { goal: 'Go' } } as const]
      const mirror = { ...rest, status: id === 'ses_aside' ? 'running' : 'queued', createdAt: 0 }
      await store.sessions.create({ id, owner: 'local', mirror, waits, facts })
    }
    const lease = await store.sessions.acquire('ses_aside', { worker: 'w', leaseMs: 1000, now: 0 })
    if (lease) await store.sessions.park(lease)
  }

  const shown = async () =>
    (await inbox()).items.map((item) => (item as { readonly session: string }).session).toSorted()

  it('has no session that waits for its time, and one that nobody takes its turn with', async () => {
    server = await testServer({ model, loops: [asking] })
    await nobodyRuns()
    expect(await shown()).toEqual(['ses_aside', 'ses_turn'])
  })

  it('has none that waits for a worker either, where there are workers', async () => {
    server = await testServer({ model, loops: [asking], fleet: nobody })
    await nobodyRuns()
    expect(await shown()).toEqual(['ses_aside'])
  })

  it('says why a session was set aside', async () => {
    server = await testServer({ model, loops: [asking], fleet: nobody })
    const { store } = server
    const rest = { loop: 'asking', loopVersion: 1, provider: null, thread: 'thr_1', persona: null, arm: null }
    const mirror = { ...rest, title: '', status: 'running', createdAt: 0 }
    const facts = [{ seq: 1, at: 0, type: 'session.created', data: { goal: 'Go' } }] as const
    await store.sessions.create({ id: 'ses_1', owner: 'local', mirror, facts })
    const lease = await store.sessions.acquire('ses_1', { worker: 'w', leaseMs: 1000, now: 0 })
    if (!lease) throw new Error('Somebody else has it.')
    const data = { status: 'waiting', error: { code: 'worker-lost', message: 'Its worker died.' } }
    await store.journal.append(lease, [{ seq: 2, at: 0, type: 'session.status', data }], {
      mirror: { status: 'waiting' },
    })
    await store.sessions.park(lease)
    expect((await inbox()).items).toMatchObject([{ session: 'ses_1', kind: 'interrupted', reason: 'Its worker died.' }])
  })

  it('has a question behind any number of sessions that wait for a worker', async () => {
    server = await testServer({ model, loops: [asking], fleet: nobody, lingerMs: 0 })
    const id = await started({ loop: 'asking', goal: 'Go' })
    await (await server.runtime.session(id)).idle()
    const list = vi.spyOn(server.store.sessions, 'list')
    expect((await inbox()).items).toMatchObject([{ session: id, kind: 'question' }])
    expect(list.mock.calls.map(([{ states, statuses }]) => statuses ?? states)).toEqual([
      ['waiting', 'paused'],
      ['parked'],
    ])
  })
})

describe('sessions', () => {
  it.each([
    ['listed', 0],
    ['listed', 60_000],
    ['read', 0],
    ['read', 60_000],
  ] as const)('leave the inbox when they are answered after they were %s (kept for %i ms)', async (when, lingerMs) => {
    const real = memoryStore()
    let isAnswering = false
    const answered = async (session: string) => {
      if (!isAnswering) return
      isAnswering = false
      await (await server!.runtime.session(session)).answer('yes')
      await ended(session)
    }
    const sessions = withMethods(real.sessions, {
      list: async (filter) => {
        const rows = await real.sessions.list(filter)
        if (when === 'listed') for (const { id } of rows) await answered(id)
        return rows
      },
    })
    const interventions = withMethods(real.interventions, {
      list: async (session) => {
        if (when === 'read') await answered(session)
        return real.interventions.list(session)
      },
    })
    const store = { ...real, sessions, interventions }
    server = await testServer({ model: modelOf(() => says('Hello.')), loops: [asking], lingerMs, store })
    const id = await started({ loop: 'asking', goal: 'Go' })
    const state = lingerMs === 0 ? 'parked' : 'running'
    await (await server.runtime.session(id)).idle()
    await vi.waitFor(async () => expect((await real.sessions.get(id))?.state).toBe(state))
    expect((await inbox()).items).toHaveLength(1)
    isAnswering = true
    expect(await inbox()).toEqual({ items: [] })
    expect(isAnswering).toBe(false)
  })

  it('are not told to be run by nobody while they are taken up to be answered', async () => {
    const real = memoryStore()
    let held = Promise.resolve()
    const sessions = withMethods(real.sessions, {
      acquire: async (...given: Parameters<Store['sessions']['acquire']>) => {
        await held
        return real.sessions.acquire(...given)
      },
    })
    const store = { ...real, sessions }
    server = await testServer({ model: modelOf(() => says('Hello.')), loops: [asking], lingerMs: 0, store })
    const id = await started({ loop: 'asking', goal: 'Go' })
    await vi.waitFor(async () => expect((await real.sessions.get(id))?.state).toBe('parked'))
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    await (await server.runtime.session(id)).answer('yes')
    expect(await inbox()).toEqual({ items: [] })
    resolve()
    await ended(id)
  })

  it('wait in the inbox while they are paused, whatever is sent to them but what lets them go on', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')), loops: [doubting] })
    const id = await started({ loop: 'doubting', goal: 'Go', breakpoints: [{ scoreBelow: 2 }] })
    const session = await server.runtime.session(id)
    expect(await session.idle()).toBe('paused')
    await session.steer('Be brief.')
    expect((await inbox()).items).toMatchObject([{ session: id, kind: 'break-point' }])
    await session.resume()
    await ended(id)
    expect(await inbox()).toEqual({ items: [] })
  })
})
