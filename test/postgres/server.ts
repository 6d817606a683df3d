/** A PostgreSQL of our own, on loopback, which goes when it is stopped. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isRoot, nobody, postgresBinaries } from './binaries.ts'

export type PostgresServer = {
  readonly url: string
  readonly folder: string
  readonly pid: number
}

export type PostgresSettings = {
  /** Nothing is written to disk before it is needed: what is lost with the machine's power, tests never miss. */
  readonly isDurable?: boolean
  readonly more?: Readonly<Record<string, string>>
}

const startMs = 60_000
const asNobody = isRoot ? { uid: nobody, gid: nobody } : {}

/** Starts a server with an empty database. It goes on when this process ends: stop it. */
export async function startPostgres(settings: PostgresSettings = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-postgres-'))
  if (isRoot) chownSync(folder, nobody, nobody)
  const bin = postgresBinaries(join(folder, 'programs'))
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...asNobody, cwd: folder, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
  return launch(bin, folder, await freePort(), settings)
}

/** Starts a stopped server again, at its old address. */
export async function restartPostgres(
  server: PostgresServer,
  settings: PostgresSettings = {},
): Promise<PostgresServer> {
  const { folder, url } = server
  return launch(postgresBinaries(join(folder, 'programs')), folder, Number(new URL(url).port), settings)
}

async function launch(bin: string, folder: string, port: number, settings: PostgresSettings): Promise<PostgresServer> {
  const log = openSync(join(folder, 'log'), 'a')
  const options = Object.entries({ ...serverSettings(port, settings), ...settings.more })
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', join(folder, 'data'), ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...asNobody, cwd: folder, detached: true, stdio: ['ignore', log, log], env: { ...process.env, LC_ALL: 'C' } },
  )
  closeSync(log)
  child.unref()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const deadline = Date.now() + startMs
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`)
    }
    await sleep(20)
  }
  return { url, folder, pid: child.pid ?? 0 }
}

function serverSettings(port: number, { isDurable = false }: PostgresSettings): Readonly<Record<string, string>> {
  const onDisk = isDurable ? 'on' : 'off'
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    fsync: onDisk,
    full_page_writes: onDisk,
    log_min_messages: 'warning',
    log_checkpoints: 'off',
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** `fast` lets statements fail, `immediate` is a crash of the server. */
export async function stopPostgres({ pid, folder }: PostgresServer, how: 'fast' | 'immediate' = 'fast'): Promise<void> {
  if (pid > 0 && isRunning(pid)) process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  while (isRunning(pid) || existsSync(join(folder, 'data/postmaster.pid'))) {
    await sleep(10)
    // One that crashed leaves its file: the next start sees that nobody has it.
    if (!isRunning(pid)) break
  }
}

/** Stops it and removes everything it kept. */
export async function removePostgres(server: PostgresServer): Promise<void> {
  await stopPostgres(server, 'immediate')
  rmSync(server.folder, { recursive: true, force: true })
}

/** A zombie is not running: who started it has not looked yet. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] : 'R'
    return state !== 'Z'
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
