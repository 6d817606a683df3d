/** Gyre with everything on, over PostgreSQL. */
import type { Tool } from '@gyre/core'
import { postgresStore } from '@gyre/stores/postgres'
import { open } from 'gyre'
import { runOn } from '../gyre.ts'
import type { OnPostgres } from './contestant-process.ts'

export async function openOn(url: string, effect?: Tool['effect']): Promise<OnPostgres> {
  const runtime = open({ store: await postgresStore(url, { key: 'bench' }) })
  return { run: (workload) => runOn(runtime, workload, effect), close: () => runtime.close() }
}
