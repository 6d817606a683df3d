/** Processes that do the same task on PostgreSQL, one at a time. */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Order } from './contestant-process.ts'

type Message = { readonly value?: unknown; readonly error?: string }

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Those who are installed apart are left out when they are not. */
const files: Readonly<Record<string, string>> = {
  'raw inserts': here('./raw.ts'),
  Gyre: here('./gyre.ts'),
  'Gyre, no tool pure': here('./gyre-without-pure.ts'),
  DBOS: here('../peers/dbos.mjs'),
  'LangGraph PostgresSaver': here('../peers/langgraph.mjs'),
}

export function contestantNames(): readonly string[] {
  const arePeersThere = existsSync(here('../peers/node_modules'))
  if (!arePeersThere) console.error('Peers are left out: npm ci --prefix bench/peers')
  return Object.keys(files).filter((name) => arePeersThere || !files[name]?.includes('/peers/'))
}

export class ContestantProcess {
  readonly name: string
  readonly url: string
  readonly #child: ChildProcess
  readonly #ready: Promise<unknown>

  constructor(name: string, url: string) {
    this.name = name
    this.url = url
    const execArgv = ['--conditions=@gyre/source', '--disable-warning=ExperimentalWarning']
    const program = here('./contestant-process.ts')
    this.#child = fork(program, [files[name] ?? '', url], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#ready = this.#answer()
  }

  async order<T>(order: Order): Promise<T> {
    await this.#ready
    const answer = this.#answer()
    this.#child.send(order)
    return answer as Promise<T>
  }

  #answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`${this.name} ended.`))
      this.#child.once('exit', ended)
      this.#child.once('message', ({ value, error }: Message) => {
        this.#child.off('exit', ended)
        if (error === undefined) resolve(value)
        else reject(new Error(error))
      })
    })
  }
}

/** A new database of the server. */
export async function newDatabase(server: string, name: string): Promise<string> {
  await query(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
