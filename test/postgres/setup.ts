/** Around all tests: a folder in which the first that needs a PostgreSQL notes where it runs; stopped after the last. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, removePostgres } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL of this run is noted. */
    postgresFolder: string
  }
}

let folder = ''

export function setup(project: TestProject): void {
  folder = mkdtempSync(join(tmpdir(), 'gyre-tests-'))
  project.provide('postgresFolder', folder)
}

export async function teardown(): Promise<void> {
  const noted = join(folder, 'server.json')
  if (existsSync(noted)) await removePostgres(JSON.parse(readFileSync(noted, 'utf8')) as PostgresServer)
  rmSync(folder, { recursive: true, force: true })
}
