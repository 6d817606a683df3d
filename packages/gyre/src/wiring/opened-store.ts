/** The store of a place: PostgreSQL where an address is given, else the one of the config, else an SQLite file. */
import type { Store } from '@gyre/core'
import type { PostgresStore } from '@gyre/stores/postgres'
import type { EffectiveConfig } from '../config/effective-config.ts'
import type { StorePlace } from './store-files.ts'

export type OpenedStore = {
  readonly store: Store
  /** The same, where it is PostgreSQL. */
  readonly postgres: PostgresStore | undefined
  /** Where it is, for people: never with a password. */
  readonly where: string
}

export async function openStore(config: EffectiveConfig, place: StorePlace): Promise<OpenedStore> {
  if (config.databaseUrl !== undefined) {
    const postgres = await openPostgres(config.databaseUrl, config.key, place.folder)
    return { store: postgres, postgres, where: postgres.database.address }
  }
  const { store, key } = config
  if (typeof store === 'object') return { store, postgres: undefined, where: 'the store of the config file' }
  const { sqliteStore } = await import('@gyre/stores/sqlite')
  const path = place.database ?? ':memory:'
  return { store: sqliteStore(path, { ...(key !== undefined && { key }) }), postgres: undefined, where: path }
}

/** Rows are signed with the passphrase, else with the key file of the data folder, which also holds older keys. */
async function openPostgres(url: string, key: EffectiveConfig['key'], folder: string): Promise<PostgresStore> {
  const { postgresStore } = await import('@gyre/stores/postgres')
  return postgresStore(url, { keyFolder: folder, ...(key !== undefined && { key }) })
}
