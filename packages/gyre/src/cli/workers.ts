/** Who runs the sessions of a PostgreSQL database now. */
import type { PostgresStore } from '@gyre/stores/postgres'

export type WorkerRow = {
  readonly name: string
  readonly version: string
  /** The loops it knows, as `name@version`. */
  readonly loops: readonly string[]
  readonly concurrency: number
  readonly running: number
  readonly isDraining: boolean
}

/** A worker says each second that it is there. */
const silentMs = 10_000

const sql = `
  SELECT name, version, loops, concurrency, running, is_draining AS "isDraining"
  FROM worker WHERE seen_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1::bigint ORDER BY name`

/** Those that were there a moment ago. */
export async function workersOf({ database }: Pick<PostgresStore, 'database'>): Promise<readonly WorkerRow[]> {
  return database.rows<WorkerRow>(sql, [silentMs])
}
