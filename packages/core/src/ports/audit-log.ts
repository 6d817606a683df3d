/**
 * The log of administrative actions: who changed a key, a setting, a persona, and when.
 *
 * It only grows. One sequence holds the entries of every owner, each linked to the one before: see `verifyAuditLog`.
 */
import type { Json } from '../json.ts'

/** One administrative action: who did what to what, and when, in ms since 1970. */
export type AuditEntry = {
  /** The first is 1, and none is left out. */
  readonly seq: number
  /** When it was done, in ms. */
  readonly at: number
  readonly owner: string
  /** Who did it: `key:laptop`, `browser`, `local`. */
  readonly actor: string
  /** What was done, as dotted words: `key.added`, `prompt.rolled-back`. */
  readonly action: string
  /** What it was done to. */
  readonly target: string
  /** What else there is to tell. It is written as it is: no secrets. */
  readonly data: Json
  /** Its link of the chain. */
  readonly chain: string
  /** The id of the key it is signed with. */
  readonly key: string
}

/** An entry before it has its number and its link of the chain. */
export type NewAuditEntry = Omit<AuditEntry, 'seq' | 'chain' | 'key'>

/** Which entries are wanted; times are ms since 1970, `after` and `before` are numbers of entries. */
export type AuditFilter = {
  readonly owner?: string
  readonly actor?: string
  readonly action?: string
  /** Entries from this time on. */
  readonly since?: number
  /** Entries before this time. */
  readonly until?: number
  /** Only entries after this number: the last one of a page asks for the next. */
  readonly after?: number
  /** Only entries before this number: the same, newest first. */
  readonly before?: number
  readonly newestFirst?: boolean
  readonly limit?: number
}

/** The log of administrative actions. Entries are added and never changed. */
export type AuditLog = {
  /**
   * Adds an entry at the end, whoever else does so at the same time, and answers with it as it is read.
   * Durable when the promise resolves.
   */
  append(entry: NewAuditEntry): Promise<AuditEntry>
  /** In the order of their numbers, or newest first. */
  list(filter: AuditFilter): Promise<readonly AuditEntry[]>
}
