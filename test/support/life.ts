/**
 * Processes that die, inside one process.
 *
 * A `Life` counts what its process does and ends it at a chosen moment. From then on nothing it does
 * reaches the store, and whatever it waits for never comes: to the rest of the world it was killed.
 */
import type { AppendOptions, Fact, Journal, Lease, Store } from '@gyre/core'

/** When a process dies. Without any of these it lives. */
export type Death = {
  /** Once so many appends are durable, before anything else happens. 0: once the session is created. */
  readonly afterAppend?: number
  /** The same, counted in commits of a disk that writes once a turn of the event loop. */
  readonly afterCommit?: number
  /** When the n-th append, from 1, is about to be written: what it was to tell of is done, the record is lost. */
  readonly atAppend?: number
  /** Inside the effect that begins as the n-th, from 1. */
  readonly inEffect?: number
}

export function never(): Promise<never> {
  return new Promise(() => {})
}

export class Life {
  readonly death: Death
  readonly died: Promise<void>
  isDead = false
  appends = 0
  commits = 0
  effects = 0
  #tell: () => void = () => {}

  constructor(death: Death = {}) {
    this.death = death
    this.died = new Promise((resolve) => {
      this.#tell = resolve
    })
  }

  die(): void {
    this.isDead = true
    this.#tell()
  }

  /** An effect begins; it may be the last thing the process does. */
  async beginEffect(): Promise<void> {
    this.effects += 1
    if (this.effects === this.death.inEffect) this.die()
    if (this.isDead) await never()
  }
}

export type MortalOptions = {
  readonly worker: string
  /** Appends become durable together, a turn of the event loop later, as on a disk. What waits is lost with the process. */
  readonly isGrouped?: boolean
}

/** A store as a mortal process sees it. */
export function mortalStore(store: Store, life: Life, { worker, isGrouped = false }: MortalOptions): Store {
  const grouped = isGrouped ? new GroupedJournal(store.journal, life) : undefined
  const guard = <T extends object>(port: T) => guarded(port, life, () => grouped?.flush())
  const sessions = guard(store.sessions)
  const journal = guard(store.journal)
  return {
    ...store,
    worker,
    sessions: new Proxy(sessions, {
      get: (target, name) => {
        if (name !== 'create') return Reflect.get(target, name)
        return async (...args: Parameters<Store['sessions']['create']>) => {
          const lease = await target.create(...args)
          if (life.death.afterAppend === 0 || life.death.afterCommit === 0) life.die()
          return life.isDead ? never() : lease
        }
      },
    }),
    journal: {
      read: (...args) => journal.read(...args),
      append: (lease, facts, options) =>
        grouped ? grouped.append(lease, facts, options) : append(store.journal, life, { lease, facts, options }),
    },
    interventions: guard(store.interventions),
    payloads: guard(store.payloads),
    keyValue: guard(store.keyValue),
    catalog: guard(store.catalog),
    onChange: (listener) => store.onChange((session) => life.isDead || listener(session)),
    close: async () => {},
  }
}

type Waiting = Append & { readonly resolve: () => void; readonly reject: (error: unknown) => void }

type Append = { readonly lease: Lease; readonly facts: readonly Fact[]; readonly options: AppendOptions | undefined }

function append(journal: Journal, life: Life, { lease, facts, options }: Append): Promise<void> | undefined {
  const { afterAppend, atAppend } = life.death
  if (life.isDead || life.appends === afterAppend) return never()
  life.appends += 1
  if (life.appends === atAppend) {
    life.die()
    return never()
  }
  const isLast = life.appends === afterAppend
  const durable = journal.append(lease, facts, options)
  if (durable === undefined) {
    if (!isLast) return undefined
    life.die()
    return never()
  }
  return durable.then(() => {
    if (isLast) life.die()
    return life.isDead ? never() : undefined
  })
}

/** Whatever a port is asked after death has no answer. */
function guarded<T extends object>(port: T, life: Life, before: () => void): T {
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        if (life.isDead) return never()
        before()
        const answer: unknown = await value.apply(target, args)
        return life.isDead ? never() : answer
      }
    },
  })
}

/** A journal whose appends wait for the end of the turn of the event loop and are then written all or none. */
class GroupedJournal {
  readonly #journal: Journal
  readonly #life: Life
  #waiting: Waiting[] = []

  constructor(journal: Journal, life: Life) {
    this.#journal = journal
    this.#life = life
  }

  append(lease: Lease, facts: readonly Fact[], options: AppendOptions | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.flush())
      this.#waiting.push({ lease, facts, options, resolve, reject })
    })
  }

  flush(): void {
    const group = this.#waiting
    this.#waiting = []
    if (this.#life.isDead || group.length === 0) return
    const durable = group.filter((each) => this.#write(each))
    this.#life.commits += 1
    if (this.#life.commits === this.#life.death.afterCommit) this.#life.die()
    else for (const { resolve } of durable) resolve()
  }

  #write({ lease, facts, options, reject }: Waiting): boolean {
    try {
      this.#journal.append(lease, facts, options)
      return true
    } catch (error) {
      reject(error)
      return false
    }
  }
}
