/** The log of administrative actions in memory. */
import {
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
  auditLogStart,
  type KeyRing,
  type NewAuditEntry,
  sealEntry,
} from '@gyre/core'

export class MemoryAuditLog implements AuditLog {
  readonly #keys: KeyRing
  readonly #entries: AuditEntry[] = []

  constructor(keys: KeyRing) {
    this.#keys = keys
  }

  async append(entry: NewAuditEntry): Promise<AuditEntry> {
    const sealed = sealEntry(entry, this.#entries.at(-1) ?? auditLogStart, this.#keys.current)
    this.#entries.push(sealed)
    return copyOf(sealed)
  }

  async list(filter: AuditFilter): Promise<readonly AuditEntry[]> {
    const { newestFirst = false, limit = Number.POSITIVE_INFINITY } = filter
    const found = this.#entries.filter((entry) => fits(entry, filter))
    if (newestFirst) found.reverse()
    return found.slice(0, Math.max(0, limit)).map(copyOf)
  }
}

function fits(entry: AuditEntry, filter: AuditFilter): boolean {
  const { owner = entry.owner, actor = entry.actor, action = entry.action } = filter
  return entry.owner === owner && entry.actor === actor && entry.action === action && isWithin(entry, filter)
}

function isWithin({ at, seq }: AuditEntry, { since = at, until, after = 0, before }: AuditFilter): boolean {
  return at >= since && seq > after && (until === undefined || at < until) && (before === undefined || seq < before)
}

/** Whoever reads an entry cannot change it in the log. */
function copyOf(entry: AuditEntry): AuditEntry {
  return { ...entry, data: structuredClone(entry.data) }
}
