/**
 * A store that lives as long as its process: for tests, and for library users who want no file.
 *
 * Everything a disk would bring is left out, and nothing else: leases fence, parking compares and
 * sets, and what is read has passed through the same rows as in the durable stores.
 */
import type { Store } from '@gyre/core'
import { ephemeralRing, keyRing, type Passphrases, passphraseKeys } from '../audit-key.ts'
import { ChangeListeners } from '../change-listeners.ts'
import { aboveZero, checkOptions, name, passphrases } from '../store-options.ts'
import { MemoryAuditLog } from './audit-log.ts'
import { MemoryCatalog } from './catalog.ts'
import { MemoryInterventions } from './interventions.ts'
import { MemoryJournal } from './journal.ts'
import { MemoryKeyValue } from './key-value.ts'
import { MemoryKnowledge } from './knowledge.ts'
import { MemoryMemories } from './memories.ts'
import type { SessionRecord } from './session-record.ts'
import { MemorySessions } from './sessions.ts'
import { WriteNotices } from './write-notices.ts'

/** The audit key, and the name and lease of the worker. */
export type MemoryStoreOptions = {
  /** What rows are signed with; a random key by default. */
  readonly key?: Passphrases
  /** Name of this process among the workers; one of its own by default. */
  readonly worker?: string
  /** How long a lease lasts; 15 s by default. */
  readonly leaseMs?: number
}

/** Stores made so far: a name among workers need be unique in this process only. */
let stores = 0

const rules = { key: passphrases, worker: name, leaseMs: aboveZero }

/** A store that lives as long as its process. */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  checkOptions(options, rules)
  const given = passphraseKeys(options.key)
  const signing = given.at(-1)
  const keys = signing ? keyRing(signing, given) : ephemeralRing()
  const records = new Map<string, SessionRecord>()
  const changes = new ChangeListeners()
  const notices = new WriteNotices(changes)
  const journal = new MemoryJournal(records, keys, notices)
  const interventions = new MemoryInterventions(records, changes)
  return {
    sessions: new MemorySessions(records, journal, interventions, notices),
    journal,
    interventions,
    payloads: journal,
    keyValue: new MemoryKeyValue(),
    catalog: new MemoryCatalog(),
    knowledge: new MemoryKnowledge(),
    memories: new MemoryMemories(),
    auditLog: new MemoryAuditLog(keys),
    onChange: (listener) => changes.add(listener),
    keys,
    worker: options.worker ?? `memory/${++stores}`,
    leaseMs: options.leaseMs ?? 15_000,
    async close() {
      changes.clear()
    },
  }
}
