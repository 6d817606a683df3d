import { describe, expect, it } from 'vitest'
import type { Fact } from '../ports/facts.ts'
import type { AuditKey, JournalRow, KeyRing } from '../ports/store.ts'
import { addressOf, genesis, isAddress, seal } from './row.ts'
import { verifyChain } from './verify.ts'

const session = { id: 'ses_1', owner: 'ann' }
const key: AuditKey = { id: 'aaaaaaaa', secret: Buffer.alloc(32, 1) }
const other: AuditKey = { id: 'bbbbbbbb', secret: Buffer.alloc(32, 2) }
const keys = ring(key, other)
const large = 'ä'.repeat(9000)
const message = { role: 'user', text: 'm'.repeat(3000) }

const facts: Fact[] = [
  { seq: 1, at: 1000, type: 'session.created', data: { goal: 'x' } },
  { seq: 2, at: 1001, type: 'step.finished', path: 'act#1', kind: 'tool', request: { a: 1 }, result: 'r' },
  { seq: 3, at: 1002, type: 'step.finished', path: 'act#2', kind: 'generate', request: { big: large }, result: large },
  { seq: 4, at: 1003, type: 'step.finished', path: 'act#3', kind: 'generate', request: { append: ['a', message] } },
  { seq: 5, at: 1004, type: 'note', path: 'note#1', data: [1, 2] },
]

describe('verifyChain', () => {
  it('accepts rows as they were written, and tells the head', async () => {
    const { rows } = journal()
    expect(await verifyChain(session, rows, keys)).toEqual({
      ok: true,
      rows: 5,
      head: { seq: 5, chain: rows[4]?.chain },
    })
  })

  it('finds a journal without any row', async () => {
    const why = 'the journal is empty, and every session has a first row'
    expect(await verifyChain(session, [], keys)).toEqual({ ok: false, seq: 1, why })
  })

  const strangers = [
    { id: 'ses_2', owner: 'ann' },
    { id: 'ses_1', owner: 'bob' },
    { id: 'ann', owner: 'ses_1' },
    { id: 'ses_1","ann', owner: '' },
  ]
  for (const stranger of strangers) {
    it(`finds that the journal is not that of ${JSON.stringify(stranger)}`, async () => {
      const why = 'it is not what was signed as the first row of this session and owner'
      expect(await verifyChain(stranger, journal().rows, keys)).toEqual({ ok: false, seq: 1, why })
    })
  }

  it('finds the end of an ended session cut off', async () => {
    const { rows } = journal()
    const why = 'the session has ended, and its journal stops before that, at row 5'
    expect(await verifyChain({ ...session, state: 'ended' }, rows, keys)).toEqual({ ok: false, seq: 6, why })
    expect(await verifyChain({ ...session, state: 'parked' }, rows, keys)).toMatchObject({ ok: true })
    const whole = journal([...facts, { seq: 6, at: 1005, type: 'session.ended' }]).rows
    expect(await verifyChain({ ...session, state: 'ended' }, whole, keys)).toMatchObject({ ok: true, rows: 6 })
  })

  it('takes rows as they come', async () => {
    async function* pages() {
      yield* journal().rows
    }
    expect(await verifyChain(session, pages(), keys)).toMatchObject({ ok: true, rows: 5 })
  })

  const changes: readonly Partial<JournalRow>[] = [
    { at: 1 },
    { type: 'drift' },
    { path: 'act#9' },
    { path: null },
    { path: '' },
    { kind: 'note' },
    { kind: null },
    { request: '{"a":2}' },
    { request: null },
    { result: '"s"' },
    { result: '' },
    { data: 'null' },
    { data: '' },
    { chain: 'A'.repeat(43) },
    { key: other.id },
  ]
  for (const change of changes) {
    it(`finds row 2 altered to ${JSON.stringify(change)}`, async () => {
      const { rows } = journal()
      const altered = rows.with(1, { ...(rows[1] as JournalRow), ...change })
      expect(await verifyChain(session, altered, keys)).toEqual({ ok: false, seq: 2, why: 'it is not what was signed' })
    })
  }

  for (const column of ['request', 'result'] as const) {
    it(`finds a large ${column} altered, shortened or lost`, async () => {
      const { rows } = journal()
      const row = rows[2] as JournalRow
      const text = row[column] ?? ''
      for (const bad of [text.replace('ä', 'a'), text.slice(0, 100), null]) {
        expect(await verifyChain(session, rows.with(2, { ...row, [column]: bad }), keys)).toMatchObject({
          ok: false,
          seq: 3,
        })
      }
      const lost = rows.with(2, { ...row, [column]: addressOf(text) })
      const why = `its payload ${addressOf(text)} is missing`
      expect(await verifyChain(session, lost, keys)).toEqual({ ok: false, seq: 3, why })
    })
  }

  it('finds a row deleted in the middle', async () => {
    const { rows } = journal()
    const why = 'row 3 is missing: row 4 follows on row 2'
    expect(await verifyChain(session, rows.toSpliced(2, 1), keys)).toEqual({ ok: false, seq: 3, why })
  })

  it('finds the first row deleted', async () => {
    expect(await verifyChain(session, journal().rows.slice(1), keys)).toMatchObject({ ok: false, seq: 1 })
  })

  it('finds a row deleted and the rest renumbered', async () => {
    const { rows } = journal()
    const closed = rows.toSpliced(2, 1).map((row, i) => ({ ...row, seq: i + 1 }))
    expect(await verifyChain(session, closed, keys)).toMatchObject({ ok: false, seq: 3 })
  })

  it('finds two rows swapped, with their numbers or without', async () => {
    const { rows } = journal()
    const [a, b] = [rows[1] as JournalRow, rows[3] as JournalRow]
    expect(await verifyChain(session, rows.with(1, b).with(3, a), keys)).toMatchObject({ ok: false, seq: 2 })
    const numbered = rows.with(1, { ...b, seq: 2 }).with(3, { ...a, seq: 4 })
    expect(await verifyChain(session, numbered, keys)).toMatchObject({ ok: false, seq: 2 })
  })

  it('finds a row that comes twice', async () => {
    const { rows } = journal()
    const why = 'row 2 stands where row 3 was due'
    expect(await verifyChain(session, rows.toSpliced(2, 0, rows[1] as JournalRow), keys)).toEqual({
      ok: false,
      seq: 3,
      why,
    })
  })

  it('finds the end cut off only when it is told what was there', async () => {
    const { rows } = journal()
    const expected = { seq: 5, chain: rows[4]?.chain ?? '' }
    const why = 'the journal ends at row 3, and row 5 was there once'
    expect(await verifyChain(session, rows.slice(0, 3), keys)).toMatchObject({ ok: true, rows: 3 })
    expect(await verifyChain(session, rows.slice(0, 3), keys, { expected })).toEqual({ ok: false, seq: 4, why })
    expect(await verifyChain(session, [], keys, { expected })).toMatchObject({ ok: false, seq: 1 })
    expect(await verifyChain(session, rows, keys, { expected })).toMatchObject({ ok: true })
  })

  it('accepts a journal that grew since its head was noted down', async () => {
    const { rows } = journal()
    const expected = { seq: 3, chain: rows[2]?.chain ?? '' }
    expect(await verifyChain(session, rows, keys, { expected })).toMatchObject({ ok: true, rows: 5 })
  })

  it('finds a journal written anew by somebody who has the key', async () => {
    const expected = { seq: 3, chain: journal().rows[2]?.chain ?? '' }
    const anew = journal(facts.with(1, { ...(facts[1] as Fact), result: 'forged' })).rows
    expect(await verifyChain(session, anew, keys)).toMatchObject({ ok: true })
    expect(await verifyChain(session, anew, keys, { expected })).toMatchObject({ ok: false, seq: 3 })
  })

  it('goes on from a head that was verified before', async () => {
    const { rows } = journal()
    const after = { seq: 2, chain: rows[1]?.chain ?? '' }
    expect(await verifyChain(session, rows.slice(2), keys, { after })).toMatchObject({
      ok: true,
      rows: 3,
      head: { seq: 5 },
    })
    expect(await verifyChain(session, rows.slice(2), keys, { after: { ...after, chain: 'x' } })).toMatchObject({
      ok: false,
      seq: 3,
    })
  })

  it('says so when a key is not known', async () => {
    const why = 'it is signed with key aaaaaaaa, which is not known here'
    expect(await verifyChain(session, journal().rows, ring(other))).toEqual({ ok: false, seq: 1, why })
  })

  it('accepts rows of several keys', async () => {
    const rows = journal(facts, (seq) => (seq < 3 ? key : other)).rows
    expect(rows.map((row) => row.key)).toEqual(['aaaaaaaa', 'aaaaaaaa', 'bbbbbbbb', 'bbbbbbbb', 'bbbbbbbb'])
    expect(await verifyChain(session, rows, keys)).toMatchObject({ ok: true, rows: 5 })
  })

  it('finds a large message of a prompt altered or missing when it can look', async () => {
    const { rows, payloads } = journal()
    const address = addressOf(JSON.stringify(message))
    const check = (find: (at: string) => string | undefined) =>
      verifyChain(session, rows, keys, { payloads: async (at) => find(at) })
    expect(await check((at) => payloads.get(at))).toMatchObject({ ok: true })
    expect(await check((at) => (at === address ? 'forged' : payloads.get(at)))).toEqual({
      ok: false,
      seq: 4,
      why: `the payload ${address} of its request is not what was stored`,
    })
    expect(await check(() => undefined)).toMatchObject({ ok: false, seq: 4 })
  })

  it('looks for no payload in a message that only looks like a reference', async () => {
    const text = '{"@":"@nothing"}'
    const { rows } = journal([{ seq: 1, at: 1, type: 'note', request: { append: ['a', { role: 'user', text }] } }])
    expect(await verifyChain(session, rows, keys, { payloads: async () => undefined })).toMatchObject({ ok: true })
  })
})

function ring(current: AuditKey, ...others: AuditKey[]): KeyRing {
  return { current, find: (id) => [current, ...others].find((one) => one.id === id) }
}

/** Rows as a store reads them: sealed in order, large columns in full. */
function journal(of: readonly Fact[] = facts, keyOf: (seq: number) => AuditKey = () => key) {
  const payloads = new Map<string, string>()
  const whole = (column: string | null) => (isAddress(column) ? (payloads.get(column) ?? column) : column)
  let chain = genesis(session)
  const rows = of.map((fact): JournalRow => {
    const { row, payloads: kept } = seal(fact, chain, keyOf(fact.seq))
    for (const { address, text } of kept) payloads.set(address, text)
    chain = row.chain
    return { ...row, request: whole(row.request), result: whole(row.result), data: whole(row.data) }
  })
  return { rows, payloads }
}
