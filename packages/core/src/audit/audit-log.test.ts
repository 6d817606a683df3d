import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../json.ts'
import type { AuditEntry, NewAuditEntry } from '../ports/audit-log.ts'
import type { AuditKey, KeyRing } from '../ports/store.ts'
import { auditLogStart, sealEntry, verifyAuditLog } from './audit-log.ts'
import type { ChainHead } from './verify.ts'

const key: AuditKey = { id: 'aaaaaaaa', secret: Buffer.alloc(32, 1) }
const other: AuditKey = { id: 'bbbbbbbb', secret: Buffer.alloc(32, 2) }
const keys = ring(key, other)
const altered = 'it is not what was signed'

const text = fc.string({ unit: 'binary', maxLength: 8 })
const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }) as fc.Arbitrary<Json>
const news: fc.Arbitrary<NewAuditEntry> = fc.record({
  at: fc.nat(),
  owner: text,
  actor: text,
  action: text,
  target: text,
  data: json,
})

describe('verifyAuditLog', () => {
  it('accepts entries as they were written, and tells the head', async () => {
    const entries = log()
    const head = { seq: 4, chain: entries[3]?.chain }
    expect(await verifyAuditLog(entries, keys)).toEqual({ ok: true, rows: 4, head })
  })

  it('accepts a log without entries', async () => {
    expect(await verifyAuditLog([], keys)).toEqual({ ok: true, rows: 0, head: { seq: 0, chain: '' } })
  })

  it('takes entries as they come', async () => {
    async function* pages() {
      yield* log()
    }
    expect(await verifyAuditLog(pages(), keys)).toMatchObject({ ok: true, rows: 4 })
  })

  const changes: readonly Partial<AuditEntry>[] = [
    { at: 1 },
    { owner: 'bob' },
    { actor: 'local' },
    { action: 'key.revoked' },
    { target: '' },
    { data: null },
    { data: { n: '2' } },
    { chain: 'A'.repeat(43) },
    { key: other.id },
    { actor: 'key:laptop","key.added', action: 'phone' },
  ]
  it.each(changes)('finds entry 2 altered to %j', async (change) => {
    const entries = log()
    const forged = entries.with(1, { ...at(entries, 1), ...change })
    expect(await verifyAuditLog(forged, keys)).toEqual({ ok: false, seq: 2, why: altered })
  })

  it('finds an entry taken out, and one that is there twice', async () => {
    const entries = log()
    const missing = 'entry 3 is missing: entry 4 follows on entry 2'
    expect(await verifyAuditLog(entries.toSpliced(2, 1), keys)).toEqual({ ok: false, seq: 3, why: missing })
    const twice = 'entry 2 stands where entry 3 was due'
    expect(await verifyAuditLog(entries.toSpliced(2, 0, at(entries, 1)), keys)).toEqual({
      ok: false,
      seq: 3,
      why: twice,
    })
  })

  it('finds an entry taken out and the rest renumbered', async () => {
    const closed = log()
      .toSpliced(1, 1)
      .map((entry, i) => ({ ...entry, seq: i + 1 }))
    expect(await verifyAuditLog(closed, keys)).toEqual({ ok: false, seq: 2, why: altered })
  })

  it('finds two entries exchanged, with their numbers or without', async () => {
    const entries = log()
    const [a, b] = [at(entries, 1), at(entries, 2)]
    expect(await verifyAuditLog(entries.with(1, b).with(2, a), keys)).toMatchObject({ ok: false, seq: 2 })
    const numbered = entries.with(1, { ...b, seq: 2 }).with(2, { ...a, seq: 3 })
    expect(await verifyAuditLog(numbered, keys)).toEqual({ ok: false, seq: 2, why: altered })
  })

  it('finds the end cut off only when it is told what was there', async () => {
    const entries = log()
    const expected = headOf(at(entries, 3))
    const why = 'the log ends at entry 2, and entry 4 was there once'
    expect(await verifyAuditLog(entries.slice(0, 2), keys)).toMatchObject({ ok: true, rows: 2 })
    expect(await verifyAuditLog(entries.slice(0, 2), keys, { expected })).toEqual({ ok: false, seq: 3, why })
    expect(await verifyAuditLog([], keys, { expected })).toMatchObject({ ok: false, seq: 1 })
    expect(await verifyAuditLog(entries, keys, { expected })).toMatchObject({ ok: true })
  })

  it('finds a log written anew by somebody who has the key', async () => {
    const expected = headOf(at(log(), 2))
    const anew = log(['phone', 'forged', 'tablet', 'watch'])
    const why = 'it is signed, but is not the entry that was noted down'
    expect(await verifyAuditLog(anew, keys)).toMatchObject({ ok: true })
    expect(await verifyAuditLog(anew, keys, { expected })).toEqual({ ok: false, seq: 3, why })
  })

  it('goes on from a head that was verified before', async () => {
    const entries = log()
    const after = headOf(at(entries, 1))
    const verified = await verifyAuditLog(entries.slice(2), keys, { after })
    expect(verified).toMatchObject({ ok: true, rows: 2, head: { seq: 4 } })
    const wrong = { seq: 2, chain: 'x' }
    expect(await verifyAuditLog(entries.slice(2), keys, { after: wrong })).toMatchObject({ ok: false, seq: 3 })
  })

  it('accepts entries of several keys, and says so when one is not known', async () => {
    const entries = log(undefined, (seq) => (seq < 3 ? key : other))
    expect(entries.map((entry) => entry.key)).toEqual(['aaaaaaaa', 'aaaaaaaa', 'bbbbbbbb', 'bbbbbbbb'])
    expect(await verifyAuditLog(entries, keys)).toMatchObject({ ok: true, rows: 4 })
    const why = 'it is signed with key bbbbbbbb, which is not known here'
    expect(await verifyAuditLog(entries, ring(key))).toEqual({ ok: false, seq: 3, why })
  })
})

describe('the chain of the audit log', () => {
  it('holds for whatever was written, also after it was JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(news), async (wanted) => {
        const entries = JSON.parse(JSON.stringify(chained(wanted))) as AuditEntry[]
        expect(await verifyAuditLog(entries, keys)).toMatchObject({ ok: true, rows: wanted.length })
      }),
    )
  })

  it('breaks at the entry of which anything was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(news, { minLength: 1 }), news, fc.nat(), async (wanted, change, where) => {
        const entries = chained(wanted)
        const index = where % entries.length
        const before = at(entries, index)
        const after = { ...before, ...change }
        const isSame = JSON.stringify(sealEntry(after, headBefore(entries, index), key)) === JSON.stringify(before)
        const verified = await verifyAuditLog(entries.with(index, after), keys)
        expect(verified.ok).toBe(isSame)
        if (!verified.ok) expect(verified.seq).toBe(index + 1)
      }),
    )
  })

  it('stays as it is: logs that were written must verify later', () => {
    const [first, second] = log()
    const body = '[2,1001,"ann","key:laptop","key.added","laptop",{"n":1}]'
    const sign = (text: string) =>
      createHmac('sha256', Buffer.alloc(32, 1).toString('base64url')).update(text).digest('base64url')
    expect(first?.chain).toBe(sign('audit-log\n\n[1,1000,"ann","key:laptop","key.added","phone",{"n":0}]'))
    expect(second?.chain).toBe(sign(`audit-log\n${first?.chain}\n${body}`))
  })
})

function ring(current: AuditKey, ...others: AuditKey[]): KeyRing {
  return { current, find: (id) => [current, ...others].find((one) => one.id === id) }
}

function log(
  targets: readonly string[] = ['phone', 'laptop', 'tablet', 'watch'],
  keyOf?: (seq: number) => AuditKey,
): AuditEntry[] {
  const actor = 'key:laptop'
  const entries = targets.map((target, n) => ({
    at: 1000 + n,
    owner: 'ann',
    actor,
    action: 'key.added',
    target,
    data: { n },
  }))
  return chained(entries, keyOf)
}

function chained(wanted: readonly NewAuditEntry[], keyOf: (seq: number) => AuditKey = () => key): AuditEntry[] {
  let head: ChainHead = auditLogStart
  return wanted.map((entry) => {
    const sealed = sealEntry(entry, head, keyOf(head.seq + 1))
    head = sealed
    return sealed
  })
}

function at(entries: readonly AuditEntry[], index: number): AuditEntry {
  const entry = entries[index]
  if (entry === undefined) throw new Error(`There is no entry ${index}.`)
  return entry
}

function headOf({ seq, chain }: AuditEntry): ChainHead {
  return { seq, chain }
}

function headBefore(entries: readonly AuditEntry[], index: number): ChainHead {
  return entries[index - 1] ?? auditLogStart
}
