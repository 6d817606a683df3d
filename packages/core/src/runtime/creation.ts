/** Putting a prepared session into the store, and having it run: here at once, or by whoever is free. */
import { GyreError } from '../errors.ts'
import { type SessionDefinition, SessionView } from '../kernel/session-view.ts'
import type { Clock, Ids } from '../ports/clock.ts'
import type { DispatchTerms, Sessions } from '../ports/store.ts'
import { bringsModels, providerOf, soon, waitsOf } from './dispatch-terms.ts'
import type { Preparation, PreparedSession, Wanted } from './preparation.ts'
import type { Registry } from './registry.ts'
import type { Runner } from './runner.ts'
import type { Session } from './session-handle.ts'

type CreationOptions = {
  readonly sessions: Sessions
  readonly owner: string
  readonly clock: Clock
  readonly ids: Ids
  readonly registry: Registry
  readonly runner: Runner
  readonly preparation: Preparation
  /** Given out as soon as the session runs: whoever starts it misses nothing of it. */
  readonly handle: <A>(id: string) => Session<A>
}

type Begun = Exclude<Wanted, { readonly fork: string }>
type Forked = Extract<Wanted, { readonly fork: string }>

export class Creation {
  readonly #options: CreationOptions

  constructor(options: CreationOptions) {
    this.#options = options
  }

  /** Answers with a session that runs, or waits for whoever runs it. */
  async begin<A>(wanted: Begun): Promise<Session<A>> {
    const { preparation, ids, runner, registry, handle } = this.#options
    const prepared = await preparation.prepare(wanted)
    const id = ids.next('ses')
    const waits = waitsOf(wanted.options)
    const hasOwnModels = bringsModels(wanted.options)
    const isForAll = runner.isShared && registry.knows(prepared.equipment, { hasOwnModels })
    if (waits || isForAll) {
      await this.#create(id, prepared, waits ?? soon)
      // What goes by its names is found by whoever runs it.
      if (!isForAll) registry.keep(id, prepared.equipment)
      await runner.offer(id, waits)
    } else await this.#runHere(id, prepared)
    return handle(id)
  }

  /** Answers with the id of a session that is there, and that nobody was asked to run. */
  async fork(wanted: Forked): Promise<string> {
    const { preparation, ids, registry } = this.#options
    const prepared = await preparation.prepare(wanted)
    const id = ids.next('ses')
    await this.#create(id, prepared, soon)
    registry.keep(id, prepared.equipment)
    return id
  }

  async #runHere(id: string, prepared: PreparedSession): Promise<void> {
    const { clock, owner, registry, runner } = this.#options
    const { definition, equipment } = prepared
    const view = new SessionView()
    view.apply({ seq: 1, at: clock.now(), type: 'session.created', data: definition })
    const lease = await this.#create(id, prepared)
    registry.keep(id, equipment)
    const { tools } = equipment
    if (!lease) return
    void runner.run({ lease, owner, recorded: { view, rows: [] }, equipment, tools, isNew: true })
  }

  /** Makes a session that waits for a worker, or one that is run here at once. */
  #create(id: string, { definition, facts }: PreparedSession, waits?: DispatchTerms) {
    const { sessions, owner, clock, runner } = this.#options
    // Nobody would run it, whatever the store still takes.
    if (runner.isClosed) throw new GyreError('runtime-closed', 'The runtime is closed.')
    const status = waits ? ('queued' as const) : ('running' as const)
    const mirror = { ...mirrorOf(definition), status, createdAt: clock.now() }
    const session = { id, owner, mirror, facts, ...(waits && { waits }) }
    return sessions.create(session, waits ? undefined : runner.terms())
  }
}

function mirrorOf(definition: SessionDefinition) {
  const { loop, loopVersion, task, thread, persona, fork } = definition
  return {
    loop,
    loopVersion,
    provider: providerOf(definition),
    title: task.goal.length > 200 ? `${task.goal.slice(0, 199)}…` : task.goal,
    thread,
    persona: persona?.name ?? null,
    // A fork is no trial of its persona: it is counted in no arm.
    arm: fork ? null : (persona?.arm ?? null),
  }
}
