import { memoryStore, sqliteStore } from '@gyre/stores'
import { postgresStore } from '@gyre/stores/postgres'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testSchema } from '../../../../test/postgres/postgres.ts'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import type { Lease, SessionRow, Store } from '../ports/store.ts'
import { newSession, next, seqs } from '../testing/conformance/samples.ts'
import { Archive } from './archive.ts'
import type { RetentionRule } from './retention.ts'

const now = 10_000

type Made = { readonly id: string; readonly isEnded: boolean; readonly at: number; readonly letters: number }

/** Ids in no order: no other session tells where a page begins than the one it is asked after. */
const sessions = fc.uniqueArray(
  fc.record<Made>({
    id: fc.uuid(),
    isEnded: fc.constantFrom(true, true, true, false),
    at: fc.integer({ min: 1000, max: now }),
    letters: fc.integer({ min: 0, max: 500 }),
  }),
  { minLength: 8, maxLength: 20, selector: ({ id }) => id },
)
const rules: fc.Arbitrary<RetentionRule> = fc.record(
  {
    maxAgeMs: fc.integer({ min: 0, max: now }),
    maxCount: fc.integer({ min: 0, max: 8 }),
    maxBytes: fc.integer({ min: 0, max: 4000 }),
  },
  { requiredKeys: [] },
)
const pageSizes = fc.integer({ min: 1, max: 4 })

const opening: readonly [string, number, () => Promise<Store>][] = [
  ['memory', 300, async () => memoryStore()],
  ['SQLite', 30, async () => sqliteStore(`${temporaryFolder()}/gyre.db`)],
  ['PostgreSQL', 15, openPostgres],
]

describe.each(opening)('pruning page by page in %s', (_, numRuns, open) => {
  it('removes what the rule says of all sessions at once, in the same order', async () => {
    const store = await open()
    onTestFinished(() => store.close())
    let run = 0
    const isSame = fc.asyncProperty(sessions, rules, pageSizes, async (given, rule, pageSize) => {
      const owner = `owner-${run++}`
      for (const each of given) await make(store, owner, each)
      const rows = await store.sessions.list({ owner })
      const ended = rows.filter(({ state }) => state === 'ended')
      const sizes = await store.sessions.sizes(ended.map(({ id }) => id))
      const going = expiredAtOnce(ended, rule, sizes)
      const archive = new Archive(store, owner, pageSize)
      expect(await archive.expired(rule, now)).toEqual(going)
      expect(await archive.prune(rule, now)).toEqual(going)
      const left = rows.map(({ id }) => id).filter((id) => !going.includes(id))
      expect((await store.sessions.list({ owner })).map(({ id }) => id)).toEqual(left)
    })
    // Ids are used once in a store: what failed is told as it is.
    await fc.assert(isSame, { numRuns, endOnFailure: true })
  })
})

describe('pruning', () => {
  it('has two pages in memory at most, and removes one before it reads the next but one', async () => {
    const store = await filled(7)
    const calls = noteCalls(store)
    await new Archive(store, 'local', 2).prune({ maxCount: 1 }, now)
    expect(calls).toEqual([
      'list 2',
      'list 2 before ses_6',
      'remove ses_6',
      'list 2 before ses_4',
      'remove ses_5 ses_4',
      'list 2 before ses_2',
      'remove ses_3 ses_2',
      'remove ses_1',
    ])
  })

  it('asks for sizes only until one does not fit', async () => {
    const store = await filled(6)
    const asked: string[] = []
    const { sizes } = store.sessions
    store.sessions.sizes = (ids) => {
      asked.push(...ids)
      return sizes.call(store.sessions, ids)
    }
    expect(await new Archive(store, 'local', 2).prune({ maxBytes: 0 }, now)).toHaveLength(6)
    expect(asked).toEqual(['ses_6', 'ses_5'])
  })

  it('that is interrupted has removed some sessions, and the others are whole with what is known of them', async () => {
    const store = await filled(5)
    const { remove } = store.sessions
    store.sessions.remove = async (ids) => {
      if (ids.includes('ses_3')) throw new Error('The power went.')
      await remove.call(store.sessions, ids)
    }
    const forgotten: string[] = []
    const forget = async (id: string) => {
      forgotten.push(id)
    }
    await expect(new Archive(store, 'local', 2).prune({ maxCount: 0 }, now, forget)).rejects.toThrow('The power went.')
    expect((await store.sessions.list({})).map(({ id }) => id)).toEqual(['ses_3', 'ses_2', 'ses_1'])
    for (const id of ['ses_3', 'ses_2', 'ses_1']) expect(await seqs(store, id)).toEqual([1, 2])
    expect(forgotten).toEqual(['ses_5', 'ses_4'])
  })
})

async function openPostgres(): Promise<Store> {
  const { url, schema, drop } = await testSchema()
  onTestFinished(drop)
  return postgresStore(url, { schema, key: 'a passphrase', connections: 4 })
}

async function make(store: Store, owner: string, { id, isEnded, at, letters }: Made): Promise<void> {
  const terms = { worker: 'w', leaseMs: 500, now: 1000 }
  const lease = (await store.sessions.create(newSession(id, { owner }), terms)) as Lease
  if (!isEnded) return
  const last = next(lease, { type: 'session.ended', at, result: 'x'.repeat(letters) })
  await store.journal.append(lease, [last], { mirror: { status: 'completed', outcome: 'answered', state: 'ended' } })
}

async function filled(count: number): Promise<Store> {
  const store = memoryStore()
  for (let i = 1; i <= count; i++) await make(store, 'local', { id: `ses_${i}`, isEnded: true, at: 2000, letters: 100 })
  return store
}

/** The rule in one piece, over all ended sessions of an owner, newest first. */
function expiredAtOnce(
  ended: readonly SessionRow[],
  { maxAgeMs = Infinity, maxCount = Infinity, maxBytes = Infinity }: RetentionRule,
  sizes: ReadonlyMap<string, number>,
): readonly string[] {
  let bytes = 0
  const isExpired = ({ id, mirror }: SessionRow, index: number): boolean => {
    if (index >= maxCount || now - mirror.updatedAt > maxAgeMs) return true
    bytes += sizes.get(id) ?? 0
    return bytes > maxBytes
  }
  return ended.filter(isExpired).map(({ id }) => id)
}

function noteCalls({ sessions }: Store): readonly string[] {
  const calls: string[] = []
  const { list, remove } = sessions
  sessions.list = (filter) => {
    calls.push(`list ${filter.limit}${filter.before ? ` before ${filter.before}` : ''}`)
    return list.call(sessions, filter)
  }
  sessions.remove = (ids) => {
    calls.push(`remove ${ids.join(' ')}`)
    return remove.call(sessions, ids)
  }
  return calls
}
