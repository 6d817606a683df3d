/** Follows the sessions that are run in this process, and tells what happens to all who want to know. */
import { isFact, type RunNews, type Runtime, type SessionEvent } from '@gyre/core'

/** Told of a run of a session: every fact from the first on, and what happens. */
export type RunWatch = {
  /** `isNews` is false for facts from before this run. */
  apply(event: SessionEvent, isNews: boolean): void | Promise<void>
  /** It is not followed any more. */
  over?(): void
}

export type RunWatcher = (run: RunNews, runtime: Runtime) => RunWatch

/** How long runs that are over already are given to be told to the end, when nobody follows any more. */
const graceMs = 500

/** A session that waits for somebody is parked after half a minute; it is looked for a little later. */
const defaultIdleMs = 45_000

type Followed = { readonly leave: AbortController; readonly done: Promise<void> }

export class RunFollower {
  readonly #watchers: readonly RunWatcher[]
  readonly #idleMs: number
  readonly #followed = new Map<string, Followed>()

  constructor(watchers: readonly RunWatcher[], { idleMs = defaultIdleMs } = {}) {
    this.#watchers = watchers
    this.#idleMs = idleMs
  }

  /** Nothing that goes wrong here reaches the session. */
  follow(run: RunNews, runtime: Runtime): void {
    const { session } = run
    // It was parked here and goes on here: the run before is over.
    this.#followed.get(session)?.leave.abort()
    const leave = new AbortController()
    const done = this.#tell(run, runtime.as(run.owner), leave)
      .catch(() => {})
      .finally(() => {
        if (this.#followed.get(session)?.leave === leave) this.#followed.delete(session)
      })
    this.#followed.set(session, { leave, done })
  }

  async #tell(run: RunNews, runtime: Runtime, leave: AbortController): Promise<void> {
    const watches = this.#watchers.map((watcher) => watcher(run, runtime))
    const idle = new IdleLook(this.#idleMs, async () => {
      const row = await runtime.store.sessions.get(run.session)
      if (row?.state === 'parked') leave.abort()
    })
    try {
      let hasBegun = false
      for await (const event of runtime.events(run.session, 0, leave)) {
        const isNews = !isFact(event) || event.seq > run.after
        if (isNews && hasBegun && isResumption(event)) return
        hasBegun ||= isNews && isBeginning(event)
        idle.heard(event)
        for (const watch of watches) await watch.apply(event, isNews)
      }
    } finally {
      idle.end()
      for (const watch of watches) watch.over?.()
    }
  }

  async close(): Promise<void> {
    const all = [...this.#followed.values()]
    const timer = setTimeout(() => {
      for (const { leave } of all) leave.abort()
    }, graceMs)
    await Promise.all(all.map(({ done }) => done))
    clearTimeout(timer)
  }
}

/** Looks after a session that waits for somebody, again and again until it goes on: no event tells that it was parked. */
class IdleLook {
  readonly #everyMs: number
  readonly #look: () => Promise<void>
  #timer: NodeJS.Timeout | undefined

  constructor(everyMs: number, look: () => Promise<void>) {
    this.#everyMs = everyMs
    this.#look = look
  }

  heard({ type, data }: SessionEvent): void {
    if (type !== 'session.status') return
    this.end()
    if (data['status'] !== 'waiting' && data['status'] !== 'paused') return
    // A store in trouble is asked again the next time.
    this.#timer = setInterval(() => void this.#look().catch(() => {}), this.#everyMs).unref()
  }

  end(): void {
    clearInterval(this.#timer)
  }
}

/** A session that is taken up says so, before any step. Said once more it is another run: here, which is followed anew, or elsewhere. */
function isResumption({ type, data }: SessionEvent): boolean {
  return type === 'session.status' && data['resumed'] === true
}

function isBeginning(event: SessionEvent): boolean {
  return isResumption(event) || event.type.startsWith('step.')
}
