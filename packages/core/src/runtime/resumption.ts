/** Going on with a session that is there: in this process, by others, or where it is held. */
import { GyreError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { SessionRow, Store } from '../ports/store.ts'
import type { Archive } from './archive.ts'
import type { Recorded } from './revive-session.ts'
import type { Runner } from './runner.ts'

type ResumptionOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly archive: Archive
  readonly runner: Runner
  /** Sends what lifts a pause. */
  readonly lift: (id: string) => Promise<unknown>
}

export class Resumption {
  readonly #options: ResumptionOptions

  constructor(options: ResumptionOptions) {
    this.#options = options
  }

  async resume(id: string): Promise<void> {
    const { archive, runner, lift } = this.#options
    const row = await archive.row(id)
    if (row.state === 'ended') throw new GyreError('session-ended', `Session \`${id}\` has ended.`, { id })
    const live = runner.live(id)
    if (live) {
      // A pause that was sent a moment ago is lifted, too.
      await runner.notice(live)
      if (!live.supervisor.isPaused) return
      await lift(id)
      // From here on it goes on: whoever asks whether it is idle is not told of the pause.
      return runner.notice(live)
    }
    if (runner.isShared) return this.#byOthers(row)
    // What a session lacks here is no matter of one that another process runs.
    const job = (await runner.isRunElsewhere(id)) ? undefined : await runner.takeOver(id)
    if (!job) return this.#elsewhere(row)
    try {
      if (await this.#isPaused(id, job.recorded)) await lift(id)
    } catch (error) {
      await runner.letGo(job.lease)
      throw error
    }
    void runner.run(job)
  }

  /** Fails with what a session that nobody runs lacks to go on here. */
  async check(id: string): Promise<void> {
    const { archive, runner } = this.#options
    await archive.row(id)
    if (!runner.isShared) await runner.checkTakeOver(id)
  }

  /** Whoever is free goes on with it. */
  async #byOthers({ id, state, waits }: SessionRow): Promise<void> {
    const { runner, lift } = this.#options
    if (state === 'parked' || (await this.#isPaused(id))) await lift(id)
    // Whoever asks for it does not wait for its time.
    if (waits.notBefore !== null) await runner.hasten(id)
    await runner.wake(id)
  }

  /** Another process holds it, which lifts its pause. One that let go of it meanwhile leaves it to this one. */
  async #elsewhere({ id, worker }: SessionRow): Promise<void> {
    const { store, clock, lift } = this.#options
    if (!(await this.#isPaused(id))) {
      throw new GyreError('session-busy', `Another process runs session \`${id}\`.`, { id, worker })
    }
    await lift(id)
    const left = await store.sessions.abandoned(clock.now(), 1, [id])
    if (left.includes(id)) await this.resume(id)
  }

  /** Whether it is paused, or will be with what was sent to it and nobody has looked at yet. */
  async #isPaused(id: string, recorded?: Recorded): Promise<boolean> {
    const { store, archive } = this.#options
    const sent = await store.interventions.list(id)
    const last = sent.findLast(({ action, state }) => state === 'queued' && (action === 'pause' || action === 'resume'))
    if (last) return last.action === 'pause'
    // Read after what was sent: what is no longer queued is among the facts.
    const { view } = recorded ?? (await archive.read(id))
    return view.isPaused
  }
}
