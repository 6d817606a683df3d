/** The chain of the log of administrative actions: how an entry gets its link, and how one sees that the log is whole. */
import type { AuditEntry, NewAuditEntry } from '../ports/audit-log.ts'
import type { AuditKey, KeyRing } from '../ports/store.ts'
import { signer } from './hmac.ts'
import type { ChainHead, Verification, VerifyOptions } from './verify.ts'

/** The head of a log without entries. */
export const auditLogStart: ChainHead = { seq: 0, chain: '' }

/**
 * The entry that follows on `head`, as every store gives it back: its texts without lone surrogates, which UTF-8 cannot
 * hold, and its data a copy.
 */
export function sealEntry(entry: NewAuditEntry, head: ChainHead, key: AuditKey): AuditEntry {
  const unsigned = {
    seq: head.seq + 1,
    at: entry.at,
    owner: entry.owner.toWellFormed(),
    actor: entry.actor.toWellFormed(),
    action: entry.action.toWellFormed(),
    target: entry.target.toWellFormed(),
    data: JSON.parse(JSON.stringify(entry.data)) as AuditEntry['data'],
    key: key.id,
  }
  return { ...unsigned, chain: link(unsigned, head.chain, key) }
}

/**
 * Takes entries of every owner, in order: an entry proves nothing without those before it. Without `expected`, entries
 * that were cut off the end go unnoticed.
 */
export async function verifyAuditLog(
  entries: Iterable<AuditEntry> | AsyncIterable<AuditEntry>,
  keys: KeyRing,
  { after = auditLogStart, expected }: Pick<VerifyOptions, 'after' | 'expected'> = {},
): Promise<Verification> {
  let head = after
  for await (const entry of entries) {
    const why = breakOf(entry, head, keys) ?? misfit(entry, expected)
    if (why !== undefined) return { ok: false, seq: head.seq + 1, why }
    head = { seq: entry.seq, chain: entry.chain }
  }
  if (expected && expected.seq > head.seq) {
    const why = `the log ends at entry ${head.seq}, and entry ${expected.seq} was there once`
    return { ok: false, seq: head.seq + 1, why }
  }
  return { ok: true, rows: head.seq - after.seq, head }
}

/** The first line keeps these links apart from those of journals, which are made with the same key. */
function link(entry: Omit<AuditEntry, 'chain'>, previous: string, key: AuditKey): string {
  const { seq, at, owner, actor, action, target, data } = entry
  const body = JSON.stringify([seq, at, owner, actor, action, target, data])
  return signer(Buffer.from(key.secret).toString('base64url'))(`audit-log\n${previous}\n${body}`)
}

function breakOf(entry: AuditEntry, head: ChainHead, keys: KeyRing): string | undefined {
  const due = head.seq + 1
  if (entry.seq > due) return `entry ${due} is missing: entry ${entry.seq} follows on entry ${head.seq}`
  if (entry.seq < due) return `entry ${entry.seq} stands where entry ${due} was due`
  const key = keys.find(entry.key)
  if (key === undefined) return `it is signed with key ${entry.key}, which is not known here`
  return link(entry, head.chain, key) === entry.chain ? undefined : 'it is not what was signed'
}

function misfit(entry: AuditEntry, expected: ChainHead | undefined): string | undefined {
  if (entry.seq !== expected?.seq || entry.chain === expected.chain) return undefined
  return 'it is signed, but is not the entry that was noted down'
}
