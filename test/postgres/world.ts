/** Worlds over a PostgreSQL: each process has connections of its own. */
import type { Store } from '@gyre/core'
import { postgresStore } from '@gyre/stores/postgres'
import { type Life, mortalStore } from '../support/life.ts'
import type { Scenario } from '../support/scenario.ts'
import { World } from '../support/world.ts'
import { runSql, testSchema } from './postgres.ts'

/** Stores that worlds use one after the other: making tables and connections anew for each would take most of the time. */
export class PostgresGround {
  readonly #stores: readonly Store[]
  readonly #empty: () => Promise<void>
  readonly #drop: () => Promise<void>

  private constructor(stores: readonly Store[], empty: () => Promise<void>, drop: () => Promise<void>) {
    this.#stores = stores
    this.#empty = empty
    this.#drop = drop
  }

  /** For worlds of so many processes. */
  static async open(processes: number): Promise<PostgresGround> {
    const { url, schema, drop } = await testSchema()
    const stores: Store[] = []
    for (let each = 0; each <= processes; each++) {
      stores.push(await postgresStore(url, { schema, key: 'test', connections: 2 }))
    }
    const tables = ['session', 'journal', 'payload', 'payload_use', 'intervention', 'key_value', 'catalog']
    const named = tables.map((table) => `${schema}.${table}`).join(', ')
    return new PostgresGround(stores, () => runSql(url, `TRUNCATE ${named}`), drop)
  }

  /** A new world; the ones before it are over. */
  async world(scenario: Scenario): Promise<PostgresWorld> {
    await this.#empty()
    return new PostgresWorld(scenario, this.#stores)
  }

  async close(): Promise<void> {
    for (const store of this.#stores) await store.close()
    await this.#drop()
  }
}

class PostgresWorld extends World {
  protected readonly data: Store
  readonly #stores: Store[]

  constructor(scenario: Scenario, [data, ...stores]: readonly Store[]) {
    super(scenario)
    if (!data) throw new Error('A world needs a store.')
    this.data = data
    this.#stores = stores
  }

  protected open(life: Life, worker: string): Store {
    const store = this.#stores.shift()
    if (!store) throw new Error('There are more processes than stores.')
    return mortalStore(store, life, { worker })
  }
}
