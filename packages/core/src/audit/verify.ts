/** Checks that a journal is what was written: every row whole, none missing, none moved, none of another session. */
import type { JournalRow, KeyRing, SessionRow } from '../ports/store.ts'
import { addressOf, genesis, isAddress, link, storedColumn } from './row.ts'

/** Whose journal it is. One that has ended, as a row of the store tells, must also have its end. */
export type AuditedSession = Pick<SessionRow, 'id' | 'owner'> & Partial<Pick<SessionRow, 'state'>>

/** A row of the chain, by its number and its link: what to note down elsewhere to notice a shortened journal later. */
export type ChainHead = { readonly seq: number; readonly chain: string }

/** How far a check goes: from a known head, up to a known head, and with the large texts or without. */
export type VerifyOptions = {
  /** A head noted earlier: the journal must still hold it. Without one, rows cut off the end go unnoticed until the session has ended. */
  readonly expected?: ChainHead
  /** The head of what was verified before, when the rows do not begin with the first. */
  readonly after?: ChainHead
  /** Finds large messages of prompts by their address, to check them too. */
  readonly payloads?: (address: string) => Promise<string | undefined>
}

/** Whether a journal is whole, and where it is not: the row it breaks at and why. */
export type Verification =
  | { readonly ok: true; readonly rows: number; readonly head: ChainHead }
  /** The first row that is not what was written, and how one sees it. */
  | { readonly ok: false; readonly seq: number; readonly why: string }

/** Takes rows as a store reads them, in order. */
export async function verifyChain(
  session: AuditedSession,
  rows: Iterable<JournalRow> | AsyncIterable<JournalRow>,
  keys: KeyRing,
  options: VerifyOptions = {},
): Promise<Verification> {
  const start = options.after ?? { seq: 0, chain: genesis(session) }
  let head = start
  let last: JournalRow | undefined
  for await (const row of rows) {
    const why =
      breakOf(row, head, keys) ?? misfit(row, options.expected) ?? (await brokenPayload(row, options.payloads))
    if (why !== undefined) return { ok: false, seq: head.seq + 1, why }
    head = { seq: row.seq, chain: row.chain }
    last = row
  }
  const why = cutOff(head.seq, options.expected) ?? unended(session, last)
  if (why !== undefined) return { ok: false, seq: head.seq + 1, why }
  return { ok: true, rows: head.seq - start.seq, head }
}

function cutOff(rows: number, expected: ChainHead | undefined): string | undefined {
  if (expected && expected.seq > rows) return `the journal ends at row ${rows}, and row ${expected.seq} was there once`
  return rows === 0 ? 'the journal is empty, and every session has a first row' : undefined
}

/** Without a row, those that were verified before are all there are. */
function unended({ state }: AuditedSession, last: JournalRow | undefined): string | undefined {
  if (state !== 'ended' || last === undefined || last.type === 'session.ended') return undefined
  return `the session has ended, and its journal stops before that, at row ${last.seq}`
}

function breakOf(row: JournalRow, head: ChainHead, keys: KeyRing): string | undefined {
  const due = head.seq + 1
  if (row.seq > due) return `row ${due} is missing: row ${row.seq} follows on row ${head.seq}`
  if (row.seq < due) return `row ${row.seq} stands where row ${due} was due`
  const key = keys.find(row.key)
  if (key === undefined) return `it is signed with key ${row.key}, which is not known here`
  const lost = [row.request, row.result, row.data].find(isAddress)
  if (lost !== undefined) return `its payload ${lost} is missing`
  if (link(asStored(row), head.chain, key) === row.chain) return undefined
  return due === 1
    ? 'it is not what was signed as the first row of this session and owner'
    : 'it is not what was signed'
}

/** Rows are read with their large columns in full, and were signed with the addresses of these. */
function asStored(row: JournalRow): JournalRow {
  return {
    ...row,
    request: storedColumn(row.request),
    result: storedColumn(row.result),
    data: storedColumn(row.data),
  }
}

function misfit(row: JournalRow, expected: ChainHead | undefined): string | undefined {
  if (row.seq !== expected?.seq || row.chain === expected.chain) return undefined
  return 'it is signed, but is not the row that was noted down'
}

async function brokenPayload(row: JournalRow, find: VerifyOptions['payloads']): Promise<string | undefined> {
  if (find === undefined) return undefined
  for (const address of addressesIn(row.request)) {
    const text = await find(address)
    if (text === undefined) return `the payload ${address} of its request is missing`
    if (addressOf(text) !== address) return `the payload ${address} of its request is not what was stored`
  }
  return undefined
}

/** Addresses that stand for messages in a prompt. */
function addressesIn(request: string | null): readonly string[] {
  if (!request?.includes('{"@":"@')) return []
  const { append } = JSON.parse(request) as { append?: readonly unknown[] }
  return (append ?? [])
    .map((element) => (element as { '@'?: unknown } | null)?.['@'])
    .filter((at) => typeof at === 'string')
}
