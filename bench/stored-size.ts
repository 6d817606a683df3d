/** Bytes of a SQLite file, its log written back. Asked from a process in which nobody else has the file open: two SQLite
 * libraries in one process drop each other's locks. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export function fileSize(folder: string): number {
  const file = join(folder, 'bench.db')
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return statSync(file).size
}
