/** A PostgreSQL database for a test, and `gyre` over it. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { postgresUrl, runSql } from '../../../test/postgres/postgres.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { invoke } from '../src/cli/invoke.ts'
import { FakeHost } from './fake-host.ts'

export type Typed = { readonly code: number; readonly out: string; readonly err: string }

export type Running = {
  readonly host: FakeHost
  readonly code: Promise<number>
  /** Sends SIGTERM and waits for the end. */
  end(): Promise<number>
}

export type DatabasePlace = {
  readonly cwd: string
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  /** Types a command line over the database. */
  gyre(...args: readonly string[]): Promise<Typed>
  /** The same for one that lasts, once it has said something on stdout. */
  lasting(...args: readonly string[]): Promise<Running>
  /** How a session stands. */
  statusOf(id: string): Promise<string>
}

const waitMs = 20_000

/** A database of its own, dropped when the test is over. The commands that use it are to be over before. */
export async function databasePlace(more: Readonly<Record<string, string>> = {}): Promise<DatabasePlace> {
  const server = await postgresUrl()
  const name = `gyre_${randomBytes(6).toString('hex')}`
  await runSql(server, `CREATE DATABASE ${name}`)
  onTestFinished(() => runSql(server, `DROP DATABASE ${name} WITH (FORCE)`))
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const cwd = temporaryFolder()
  const env = { HOME: cwd, GYRE_MODEL: 'demo/rules', GYRE_DATABASE_URL: url, ...more }
  const type = (args: readonly string[]) => {
    const host = new FakeHost({ cwd, env })
    const data = args.includes('--data') ? [] : ['--data', join(cwd, 'data')]
    return { host, code: invoke([...data, ...args], host) }
  }
  const gyre: DatabasePlace['gyre'] = async (...args) => {
    const { host, code } = type(args)
    return { code: await code, out: host.out, err: host.err }
  }
  const lasting: DatabasePlace['lasting'] = async (...args) => {
    const { host, code } = type(args)
    onTestFinished(async () => {
      host.interrupt()
      await code
    })
    await vi.waitFor(() => host.out !== '' || Promise.reject(new Error(host.err)), { timeout: waitMs })
    const end = () => {
      host.interrupt()
      return code
    }
    return { host, code, end }
  }
  const statusOf = async (id: string) => JSON.parse((await gyre('show', id, '--json')).out).status
  return { cwd, url, env, gyre, lasting, statusOf }
}
