/** One connection to the file: how it is opened, and what a transaction is. */
import { accessSync, constants, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { GyreError } from '@gyre/core'
import { checkWritable, makeFolder } from '../made-folder.ts'
import { checkVersion, migrate } from './migrations.ts'
import { shortWait } from './short-wait.ts'
import { fileError, isLocked, storeError } from './store-error.ts'

/** How long a statement waits for another process's transaction. */
const busyTimeoutMs = 5000

export type ConnectionOptions = {
  /** FULL: what is committed survives a loss of power. NORMAL: it survives a crash of the process. */
  readonly synchronous: 'FULL' | 'NORMAL'
  /** The most pages of 4 kB the file may have. */
  readonly maxPages?: number | undefined
}

export class Connection {
  readonly path: string
  readonly database: DatabaseSync

  constructor(path: string, database: DatabaseSync) {
    this.path = path
    this.database = database
  }

  prepare(sql: string): StatementSync {
    return this.database.prepare(sql)
  }

  execute(sql: string): void {
    this.database.exec(sql)
  }

  pragma(name: string): number {
    return Number(this.prepare(`PRAGMA ${name}`).get()?.[name])
  }

  /** All or nothing. IMMEDIATE, because a transaction that begins by reading cannot wait for its turn to write. */
  transaction<T>(work: () => T): T {
    this.database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.database.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk may have rolled it back already.
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      throw error
    }
  }

  /** What is read inside is of one moment, whoever writes meanwhile. */
  snapshot<T>(look: () => T): T {
    if (this.database.isTransaction) return look()
    this.database.exec('BEGIN')
    try {
      return look()
    } finally {
      this.database.exec('COMMIT')
    }
  }

  /** Writes the log into the file and empties it; not at all while another connection reads it. */
  emptyLog(): void {
    this.execute('PRAGMA busy_timeout = 0')
    try {
      this.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    } catch {
      // What was written is safe in the log; it is emptied another time.
    } finally {
      this.execute(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    }
  }

  close(): void {
    if (this.database.isOpen) this.database.close()
  }
}

export function isInMemory(path: string): boolean {
  return path === ':memory:'
}

/** A limit as SQL has it: a negative one is none. */
export function atMost(limit: number | undefined): number {
  return limit === undefined || limit === Number.POSITIVE_INFINITY ? -1 : Math.max(0, Math.trunc(limit))
}

/** Opens the file, making it when it is not there, and brings its tables up to date. */
export function connect(path: string, options: ConnectionOptions): Connection {
  if (!isInMemory(path)) checkAccess(path)
  let connection: Connection | undefined
  try {
    connection = new Connection(path, new DatabaseSync(path, { timeout: busyTimeoutMs }))
    checkVersion(connection)
    configure(connection, options)
    migrate(connection)
    return connection
  } catch (error) {
    connection?.close()
    throw storeError(error, path)
  }
}

/** Another connection to a file that is open already: it cannot write, and may load extensions. */
export function connectReader(path: string): Connection {
  // Not mapped into memory, though scans would be a quarter faster: whoever makes a mapped file shorter ends the process.
  return new Connection(path, new DatabaseSync(path, { readOnly: true, allowExtension: true, timeout: busyTimeoutMs }))
}

function configure(connection: Connection, options: ConnectionOptions): void {
  switchToWal(connection)
  connection.execute(`PRAGMA synchronous = ${options.synchronous}`)
  // What is deleted is overwritten: whoever removes a text does not want it read out of the file.
  connection.execute('PRAGMA secure_delete = ON')
  if (options.maxPages !== undefined) connection.execute(`PRAGMA max_page_count = ${Math.trunc(options.maxPages)}`)
}

/** The busy timeout does not hold for this switch: of two processes that open a new file at once, one is refused and has to ask again. */
function switchToWal(connection: Connection): void {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      connection.execute('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isLocked(error) || Date.now() > deadline) throw error
      shortWait(1 + Math.random() * 10)
    }
  }
}

/** SQLite says no more than "unable to open": find out why first. */
function checkAccess(path: string): void {
  makeFolder(path)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory()) throw new GyreError('file-unreadable', `${path} is a folder, not a database.`, { path })
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw fileError('file-unreadable', path, 'may not be read, check its permissions', error)
  }
  checkWritable(path)
}
