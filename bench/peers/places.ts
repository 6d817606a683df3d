/** Empty folders, and empty databases of a PostgreSQL of our own that starts when the first is asked for. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, removePostgres, startPostgres } from '../../test/postgres/server.ts'
import type { Place } from '../contestant.ts'
import { newDatabase, query } from '../postgres/contestants.ts'

export class Places {
  readonly #folder = mkdtempSync(join(tmpdir(), 'gyre-bench-'))
  #server: PostgresServer | undefined
  #databases = 0
  /** Of the server, once it was needed. */
  postgresVersion: string | undefined

  async place(store: string): Promise<Place> {
    const folder = mkdtempSync(join(this.#folder, 'place-'))
    if (!store.startsWith('PostgreSQL')) return { folder, url: '' }
    if (!this.#server) {
      this.#server = await startPostgres({ isDurable: true, more: { shared_buffers: '1GB' } })
      const [row] = await query(this.#server.url, 'SHOW server_version')
      this.postgresVersion = String(row?.['server_version'])
    }
    return { folder, url: await newDatabase(this.#server.url, `peers_${this.#databases++}`) }
  }

  async remove(): Promise<void> {
    if (this.#server) await removePostgres(this.#server)
    this.#server = undefined
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
