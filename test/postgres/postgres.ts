/** The PostgreSQL of the tests: `TEST_PG_URL`, else one for the whole run, started by the first test that needs it. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type PostgresServer, startPostgres } from './server.ts'

export type TestSchema = { readonly url: string; readonly schema: string; drop(): Promise<void> }

const waitMs = 90_000

/** The address of a server that other tests use at the same time: keep to a schema of your own. */
export async function postgresUrl(): Promise<string> {
  return process.env['TEST_PG_URL'] || (await sharedServer()).url
}

/** A schema that is not there yet; dropped with all it holds, and that of the queue beside it. */
export async function testSchema(): Promise<TestSchema> {
  const url = await postgresUrl()
  const schema = `test_${randomBytes(6).toString('hex')}`
  const drop = () =>
    runSql(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE; DROP SCHEMA IF EXISTS ${schema}_jobs CASCADE`)
  return { url, schema, drop }
}

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Of several processes that want it one starts it; the others wait for its note. */
async function sharedServer(): Promise<PostgresServer> {
  const folder = inject('postgresFolder')
  const noted = join(folder, 'server.json')
  if (!existsSync(noted) && isFirst(join(folder, 'starting'))) {
    const server = await startPostgres()
    writeFileSync(`${noted}.new`, JSON.stringify(server))
    renameSync(`${noted}.new`, noted)
    return server
  }
  const deadline = Date.now() + waitMs
  while (!existsSync(noted)) {
    if (Date.now() > deadline) throw new Error('The PostgreSQL of the tests was not started in time.')
    await sleep(20)
  }
  return JSON.parse(readFileSync(noted, 'utf8')) as PostgresServer
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
