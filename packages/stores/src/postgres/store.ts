/**
 * The store of many machines: PostgreSQL.
 *
 * Any number of processes on any number of machines use it at once. What sessions write in the same moment shares one
 * statement; what one process does is told to those others that want to know, and never to the rest.
 */
import type { Store } from '@gyre/core'
import type { Passphrases } from '../audit-key.ts'
import { ChangeListeners } from '../change-listeners.ts'
import { aboveZero, checkField, checkOptions, passphrases, path, schemaName, url as urlRule } from '../store-options.ts'
import { workerName } from '../worker-identity.ts'
import { PostgresAuditLog } from './audit-log.ts'
import { PostgresCatalog } from './catalog.ts'
import { Changes } from './changes.ts'
import { Database } from './database.ts'
import { PostgresInterventions } from './interventions.ts'
import { PostgresJournal } from './journal.ts'
import { PostgresKeyValue } from './key-value.ts'
import { openKeys } from './keys.ts'
import { PostgresKnowledge } from './knowledge/knowledge.ts'
import { PostgresMemories } from './knowledge/memories.ts'
import { PostgresLeases } from './leases.ts'
import { Listener } from './listener.ts'
import { migrate } from './migrations.ts'
import { PostgresRelay } from './relay.ts'
import { ServerClock } from './server-clock.ts'
import { PostgresSessions } from './sessions.ts'

/** The audit key, the lease, the schema, and how many connections there may be. */
export type PostgresStoreOptions = {
  /** What rows are signed with: the same for every process. By default the file `key` of `keyFolder`. */
  readonly key?: Passphrases
  /** Where the file `key` is, made on first use. Needed when no key is given. */
  readonly keyFolder?: string
  /** How long a lease lasts; 3 s by default. */
  readonly leaseMs?: number
  /** The schema of the tables; `gyre` by default. */
  readonly schema?: string
  /** Connections at most, besides the one that listens and the one that leases are renewed over; 10 by default. */
  readonly connections?: number
  /** How long something is asked again while the server does not answer; 30 s by default. */
  readonly patienceMs?: number
}

/** A store in PostgreSQL, with what a dispatcher over the same tables needs. */
export type PostgresStore = Store & {
  readonly relay: PostgresRelay
  /** For the dispatcher over the same tables. */
  readonly database: Database
  readonly listener: Listener
}

const rules = {
  key: passphrases,
  keyFolder: path,
  leaseMs: aboveZero,
  schema: schemaName,
  connections: aboveZero,
  patienceMs: aboveZero,
}

/** Opens the database at `url`, making its tables when they are not there. */
export async function postgresStore(url: string, options: PostgresStoreOptions = {}): Promise<PostgresStore> {
  checkField('url', url, urlRule)
  checkOptions(options, rules)
  const { schema = 'gyre', connections = 10, patienceMs = 30_000 } = options
  const database = new Database({ url, schema, connections, patienceMs })
  try {
    await migrate(database)
    return await assemble(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function assemble(database: Database, options: PostgresStoreOptions): Promise<PostgresStore> {
  const keys = await openKeys(database, options)
  const worker = workerName()
  const listeners = new ChangeListeners()
  const listener = new Listener(database)
  const relay = new PostgresRelay({ database, listener, listeners, worker })
  const changes = new Changes({ database, listener, listeners, relay })
  const journal = new PostgresJournal({ database, key: keys.current, changes })
  const clock = new ServerClock(database)
  const leases = new PostgresLeases({ database, journal, changes, clock })
  const knowledge = await PostgresKnowledge.open(database)
  return {
    sessions: new PostgresSessions({ database, journal, leases, changes, clock }),
    journal,
    interventions: new PostgresInterventions({ database, changes }),
    payloads: journal,
    keyValue: new PostgresKeyValue(database),
    catalog: new PostgresCatalog(database),
    knowledge,
    memories: new PostgresMemories(database),
    auditLog: new PostgresAuditLog(database, keys.current),
    onChange: (heard) => changes.listen(heard),
    relay,
    keys,
    worker,
    leaseMs: options.leaseMs ?? 3000,
    database,
    listener,
    async close() {
      await journal.settled()
      changes.close()
      await relay.close()
      await listener.close()
      await database.close()
    },
  }
}
