/** Processes that tests start, kill and ask about; each test has a folder with one database. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalRow, KeyRing, SessionRow } from '@gyre/core'
import { sqliteStore } from '@gyre/stores'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import type { Order, Said } from './child/orders.ts'

const program = join(import.meta.dirname, 'child/main.ts')

export type Child = {
  readonly pid: number
  /** What it said in the end; undefined when it was killed. */
  readonly said: Promise<Said | undefined>
  kill(signal: NodeJS.Signals): void
}

/** One database, and everything that is done to it. */
export class Place {
  readonly #folder = temporaryFolder()

  child(order: Omit<Order, 'path' | 'log'>): Child {
    const whole: Order = { ...order, path: this.#path, log: this.#log }
    const child = spawn(process.execPath, ['--conditions=@gyre/source', program, JSON.stringify(whole)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    let out = ''
    let errors = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    const said = new Promise<Said | undefined>((resolve, reject) => {
      child.on('close', (code, signal) => {
        if (signal === 'SIGKILL') resolve(undefined)
        else if (code === 0) resolve(JSON.parse(out) as Said)
        else reject(new Error(`A child ended with ${code ?? signal}: ${errors}`))
      })
    })
    return { pid: child.pid ?? 0, said, kill: (signal) => void child.kill(signal) }
  }

  get #path(): string {
    return join(this.#folder, 'gyre.db')
  }

  get #log(): string {
    return join(this.#folder, 'effects')
  }

  /** The effects that began, in order: of one process, of one session, or all. */
  effects({ pid, session }: { readonly pid?: number; readonly session?: string } = {}): readonly string[] {
    if (!existsSync(this.#log)) return []
    const lines = readFileSync(this.#log, 'utf8').split('\n').filter(Boolean)
    return lines
      .map((line) => line.split(' '))
      .filter(([by, of]) => (pid === undefined || by === `${pid}`) && (session === undefined || of === session))
      .map((words) => words.slice(2).join(' '))
  }

  /** Waits until an effect begins. */
  async begins(isIt: (effects: readonly string[]) => boolean, pid?: number): Promise<void> {
    while (!isIt(this.effects(pid === undefined ? {} : { pid }))) await sleep(2)
  }

  async rows(session = 'ses_deep'): Promise<readonly JournalRow[]> {
    return this.#look((store) => store.journal.read(session, 1))
  }

  async sessions(): Promise<readonly SessionRow[]> {
    return this.#look((store) => store.sessions.list({}))
  }

  /** Lets children that wait begin, all at once. */
  async go(children: readonly Child[]): Promise<void> {
    const isReady = ({ pid }: Child) => existsSync(`${this.#log}.ready.${pid}`)
    while (!children.every(isReady)) await sleep(2)
    writeFileSync(`${this.#log}.go`, '')
  }

  /** Whether somebody is writing. */
  isLocked(): boolean {
    const database = new DatabaseSync(this.#path, { timeout: 20 })
    try {
      database.exec('BEGIN IMMEDIATE; ROLLBACK')
      return false
    } catch {
      return true
    } finally {
      database.close()
    }
  }

  /** What the rows are signed with. */
  keys(): Promise<KeyRing> {
    return this.#look(async (store) => store.keys)
  }

  async #look<T>(look: (store: ReturnType<typeof sqliteStore>) => Promise<T>): Promise<T> {
    const store = sqliteStore(this.#path, { key: 'deep' })
    try {
      return await look(store)
    } finally {
      await store.close()
    }
  }
}

/** Does this for every item, two at a time: there are two cores. */
export async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all([worker(), worker()])
}
