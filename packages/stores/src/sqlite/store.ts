/**
 * The store that needs no service: one SQLite file in WAL mode.
 *
 * Any number of processes may use the file at once. Statements run in this thread: they take
 * microseconds, and commits are shared. Only what looks at much of a large index is asked of another.
 */
import type { Store } from '@gyre/core'
import type { Passphrases } from '../audit-key.ts'
import { ChangeListeners } from '../change-listeners.ts'
import { aboveZero, checkField, checkOptions, oneOf, passphrases, path as pathRule } from '../store-options.ts'
import { workerName } from '../worker-identity.ts'
import { SqliteAuditLog } from './audit-log.ts'
import { copyDatabase } from './backup.ts'
import { SqliteCatalog } from './catalog.ts'
import { ChangeWatch } from './change-watch.ts'
import { type Connection, connect, isInMemory } from './connection.ts'
import { GroupCommit } from './group-commit.ts'
import { SqliteInterventions } from './interventions.ts'
import { SqliteJournal } from './journal.ts'
import { openKeys } from './key-file.ts'
import { SqliteKeyValue } from './key-value.ts'
import { SqliteKnowledge } from './knowledge.ts'
import { Leases } from './leases.ts'
import { SqliteMemories } from './memories.ts'
import { QueryThread, queryWorkerFile } from './query-thread.ts'
import { RowWriter } from './row-writer.ts'
import { SqliteSessions } from './sessions.ts'
import { unpreparable } from './store-error.ts'

/** How safe a commit is, the audit key, the lease, and how large the file may be. */
export type SqliteStoreOptions = {
  /** FULL (the default) survives a loss of power; NORMAL is faster and survives a crash of the process only. */
  readonly synchronous?: 'FULL' | 'NORMAL'
  /** What rows are signed with. By default the file `key` beside the database, made on first use. */
  readonly key?: Passphrases
  /** How long a lease lasts; 15 s by default. */
  readonly leaseMs?: number
  /** A quota: the most pages of 4 kB the file may have. Beyond it writes fail with `store-full`. */
  readonly maxPages?: number
}

/** A store in a SQLite file, which can be copied while it is used. */
export type SqliteStore = Store & {
  /**
   * Copies the database to another file while it is in use; an earlier copy there is replaced, anything else is
   * not (`backup-refused`). The audit key is not part of it: keep that apart.
   */
  backup(target: string): Promise<void>
}

const rules = { synchronous: oneOf('FULL', 'NORMAL'), key: passphrases, leaseMs: aboveZero, maxPages: aboveZero }

/** Opens the database at `path`, making it and its folder when they are not there. `:memory:` keeps it in memory. */
export function sqliteStore(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  checkField('path', path, pathRule)
  checkOptions(options, rules)
  const { synchronous = 'FULL', maxPages } = options
  const connection = connect(path, { synchronous, maxPages })
  try {
    return assemble(connection, options)
  } catch (error) {
    connection.close()
    throw unpreparable(error, path)
  }
}

function assemble(connection: Connection, options: SqliteStoreOptions): SqliteStore {
  const keys = openKeys(connection.path, options.key)
  const commits = new GroupCommit(connection)
  const changes = new ChangeListeners()
  const watch = new ChangeWatch(connection, commits, changes)
  const writer = new RowWriter(connection)
  const journal = new SqliteJournal(connection, commits, writer, keys.current)
  const leases = new Leases(connection, commits, journal)
  const thread = queryThread(connection.path)
  let copying: Promise<unknown> = Promise.resolve()
  return {
    sessions: new SqliteSessions({ connection, commits, writer, journal, leases }),
    journal,
    interventions: new SqliteInterventions(connection, commits, changes),
    payloads: journal,
    keyValue: new SqliteKeyValue(connection, commits),
    catalog: new SqliteCatalog(connection, commits),
    knowledge: new SqliteKnowledge(connection, commits, thread),
    memories: new SqliteMemories(connection, commits),
    auditLog: new SqliteAuditLog(connection, commits, keys.current),
    onChange: (listener) => watch.listen(listener),
    keys,
    worker: workerName(),
    leaseMs: options.leaseMs ?? 15_000,
    async backup(target) {
      const copy = copying.then(() => {
        commits.flush()
        return copyDatabase(connection, target)
      })
      copying = copy.catch(() => {})
      return copy
    },
    async close() {
      watch.close()
      commits.close()
      await thread?.close()
      await copying
      connection.close()
    },
  }
}

/** A database in memory belongs to this thread alone. */
function queryThread(path: string): QueryThread | undefined {
  const file = queryWorkerFile()
  return file && !isInMemory(path) ? new QueryThread(path, file) : undefined
}
