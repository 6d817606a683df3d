import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../audit/row.ts'
import type { Fact } from '../ports/facts.ts'
import type { Lease, SessionRow, Store } from '../ports/store.ts'
import { newSession, next, running } from '../testing/conformance/samples.ts'
import { Archive } from './archive.ts'
import { Retention, type RetentionRule } from './retention.ts'

const now = 10_000

describe('a retention rule', () => {
  // Newest first: c, b, a.
  const rows = [row('c', 9000), row('b', 5000), row('a', 1000)]
  const sizes = new Map([
    ['c', 100],
    ['b', 300],
    ['a', 10],
  ])
  const gone = (rule: RetentionRule, among = rows, known = sizes) =>
    new Retention(rule, now, async () => known).expiredAmong(among)

  it('without limits keeps all', async () => {
    expect(await gone({})).toEqual([])
  })

  it('by age lets go of what ended longer ago', async () => {
    expect(await gone({ maxAgeMs: 8999 })).toEqual(['a'])
    expect(await gone({ maxAgeMs: 9000 })).toEqual([])
    expect(await gone({ maxAgeMs: 0 })).toEqual(['c', 'b', 'a'])
  })

  it('by count keeps the newest', async () => {
    expect(await gone({ maxCount: 2 })).toEqual(['a'])
    expect(await gone({ maxCount: 0 })).toEqual(['c', 'b', 'a'])
    expect(await gone({ maxCount: 3 })).toEqual([])
  })

  it('by size keeps the newest that fit', async () => {
    expect(await gone({ maxBytes: 410 })).toEqual([])
    expect(await gone({ maxBytes: 409 })).toEqual(['a'])
    expect(await gone({ maxBytes: 0 })).toEqual(['c', 'b', 'a'])
  })

  it('by size keeps nothing older than the first that does not fit', async () => {
    expect(await gone({ maxBytes: 200 })).toEqual(['b', 'a'])
    expect(await gone({ maxBytes: 99 })).toEqual(['c', 'b', 'a'])
  })

  it('by size does not count what goes by age', async () => {
    const mixed = [row('c', 9000), row('b', 1000), row('a', 8000)]
    expect(await gone({ maxAgeMs: 5000, maxBytes: 110 }, mixed)).toEqual(['b'])
  })

  it('of several limits lets go of what any of them does', async () => {
    expect(await gone({ maxAgeMs: 6000, maxCount: 2, maxBytes: 150 })).toEqual(['b', 'a'])
  })

  it('takes a session without a size for one that takes no room', async () => {
    expect(await gone({ maxBytes: 0 }, rows, new Map())).toEqual([])
  })
})

describe('pruning', () => {
  const wrong: readonly [object, RegExp][] = [
    [{ maxAge: 1000 }, /^Retention: maxAge: unknown key; did you mean `maxAgeMs`\?/],
    [{ maxCount: -1 }, /: maxCount/],
    [{ maxCount: 1.5 }, /: maxCount/],
    [{ maxCount: '3' }, /: maxCount/],
    [{ maxAgeMs: Number.NaN }, /: maxAgeMs/],
    [{ maxAgeMs: null }, /: maxAgeMs/],
    [{ maxBytes: -0.5 }, /: maxBytes/],
  ]
  for (const [rule, message] of wrong) {
    it(`by ${JSON.stringify(rule)} is refused, and nothing goes`, async () => {
      const store = memoryStore()
      await ended(store, 'a')
      await expect(prune(store, rule)).rejects.toMatchObject({
        code: 'config-invalid',
        message: expect.stringMatching(message),
      })
      expect(await left(store)).toEqual(['a'])
    })
  }

  it('without a rule is refused', async () => {
    await expect(prune(memoryStore(), undefined as never)).rejects.toMatchObject({ code: 'config-invalid' })
  })

  it('by age removes the sessions that ended before', async () => {
    const store = memoryStore()
    for (const [id, at] of [
      ['a', 1000],
      ['b', 6000],
      ['c', 9000],
    ] as const)
      await ended(store, id, { at })
    expect(await prune(store, { maxAgeMs: 4000 })).toEqual(['a'])
    expect(await left(store)).toEqual(['c', 'b'])
  })

  it('by count removes all but the newest', async () => {
    const store = memoryStore()
    for (const id of ['a', 'b', 'c']) await ended(store, id)
    expect(await prune(store, { maxCount: 1 })).toEqual(['b', 'a'])
    expect(await left(store)).toEqual(['c'])
  })

  it('by size removes all but the newest that fit', async () => {
    const store = memoryStore()
    for (const id of ['a', 'b', 'c']) await ended(store, id, { result: id.repeat(20_000) })
    expect(await prune(store, { maxBytes: 50_000 })).toEqual(['a'])
    expect(await prune(store, { maxBytes: 50_000 })).toEqual([])
    expect(await prune(store, { maxBytes: 10_000 })).toEqual(['c', 'b'])
  })

  it('leaves sessions that are queued, running or parked, whatever the rule, and does not count them', async () => {
    const store = memoryStore()
    await store.sessions.create(newSession('queued'))
    await running(store, 'running')
    await store.sessions.park(await running(store, 'parked'))
    await ended(store, 'ended')
    expect(await prune(store, { maxCount: 1 })).toEqual([])
    expect(await prune(store, { maxAgeMs: 0, maxCount: 0, maxBytes: 0 })).toEqual(['ended'])
    expect(await left(store)).toEqual(['parked', 'running', 'queued'])
  })

  it('leaves the sessions of other owners', async () => {
    const store = memoryStore()
    await ended(store, 'mine')
    await ended(store, 'bobs', { owner: 'bob' })
    expect(await prune(store, { maxCount: 0 })).toEqual(['mine'])
    expect(await left(store)).toEqual(['bobs'])
  })

  it('leaves payloads a kept session shares, and removes those none does', async () => {
    const store = memoryStore()
    const [shared, alone] = ['s'.repeat(20_000), 'a'.repeat(20_000)]
    await ended(store, 'a', { result: shared, data: alone })
    await ended(store, 'b', { result: shared })
    const stored = (text: string) => store.payloads.get(addressOf(JSON.stringify(text)))
    expect(await stored(alone)).toBeDefined()
    expect(await prune(store, { maxCount: 1 })).toEqual(['a'])
    expect(await stored(alone)).toBeUndefined()
    expect(await stored(shared)).toBe(JSON.stringify(shared))
    expect((await store.journal.read('b', 2))[0]?.result).toBe(JSON.stringify(shared))
  })

  it('asks for no sizes unless the rule needs them', async () => {
    const store = memoryStore()
    await ended(store, 'a')
    store.sessions.sizes = () => Promise.reject(new Error('Nobody asked.'))
    expect(await prune(store, { maxCount: 0 })).toEqual(['a'])
  })

  it('finds every ended session, however many pages there are', async () => {
    const store = memoryStore()
    for (let i = 0; i < 1001; i++) await ended(store, `ses_${String(i).padStart(4, '0')}`)
    expect(await prune(store, { maxCount: 1 })).toHaveLength(1000)
  })
})

function row(id: string, updatedAt: number): SessionRow {
  const mirror = { loop: 'react', title: id, thread: 't', status: 'completed', outcome: 'answered', createdAt: 0 }
  const nobody = { loopVersion: 1, provider: null, persona: null, arm: null, usage: null }
  const standing = { state: 'ended', worker: null, leaseUntil: null, token: 1, wakeSeq: 0 } as const
  const waits = { priority: 0, notBefore: null }
  return { id, owner: 'local', ...standing, waits, mirror: { ...mirror, ...nobody, updatedAt } }
}

/** A session that has ended, with a last fact of this kind. */
async function ended(store: Store, id: string, { owner = 'local', ...fact }: Partial<Fact> & { owner?: string } = {}) {
  const terms = { worker: 'w', leaseMs: 500, now: 1000 }
  const lease = (await store.sessions.create(newSession(id, { owner }), terms)) as Lease
  const last = next(lease, { type: 'session.ended', ...fact })
  await store.journal.append(lease, [last], { mirror: { status: 'completed', outcome: 'answered', state: 'ended' } })
}

function prune(store: Store, rule: RetentionRule): Promise<readonly string[]> {
  return new Archive(store, 'local').prune(rule, now)
}

async function left(store: Store): Promise<string[]> {
  return (await store.sessions.list({})).map(({ id }) => id)
}
