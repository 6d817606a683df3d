/** Sessions that are run in one process and watched in another: what is told of them goes through the relay of the store. */
import { EventHub } from '../kernel/event-hub.ts'
import { isFact, type SessionEvent } from '../kernel/events.ts'
import type { LiveSession } from '../kernel/live-session.ts'
import type { EventRelay } from '../ports/store.ts'

export type RelaysOptions = {
  /** Left out where processes tell each other nothing. */
  readonly relay: EventRelay | undefined
  readonly live: (id: string) => LiveSession | undefined
}

export class Relays {
  readonly #options: RelaysOptions
  /** Hubs of sessions that others run, as long as somebody here watches them. */
  readonly #hubs = new Map<string, EventHub>()
  /** Sessions of this process that are told to others. */
  readonly #told = new Set<string>()
  readonly #stop: () => void

  constructor(options: RelaysOptions) {
    this.#options = options
    this.#stop = options.relay?.onFollowed((id) => this.begun(id)) ?? (() => {})
  }

  /** A hub for a session that another process runs; undefined where nothing would be heard of it. */
  hub(id: string): EventHub | undefined {
    const { relay } = this.#options
    if (!relay) return undefined
    const known = this.#hubs.get(id)
    if (known) return known
    let leave = () => {}
    const hub: EventHub = new EventHub(
      id,
      () => {
        leave = relay.follow(id, (deltas) => hub.relayed(deltas as readonly SessionEvent[]))
      },
      () => {
        leave()
        if (this.#hubs.get(id) === hub) this.#hubs.delete(id)
      },
    )
    this.#hubs.set(id, hub)
    return hub
  }

  /** Somebody here waits for a session that another process runs: its changes are told by the store. */
  attend(id: string): () => void {
    return this.#options.relay?.follow(id, () => {}) ?? (() => {})
  }

  /** A session is run here from now on, or is watched elsewhere from now on. */
  begun(id: string): void {
    const { relay, live } = this.#options
    const session = live(id)
    if (!relay || !session) return
    // Whoever watched what was told of it from elsewhere watches it itself.
    this.#hubs.get(id)?.close()
    this.#hubs.delete(id)
    if (!relay.isFollowed(id)) return
    // Whoever comes later is told what is under way; those who know it already hear the same again.
    if (this.#told.has(id)) this.#publish(id, session.hub.underWay())
    else void this.#tell(session, relay)
  }

  async #tell({ id, hub }: LiveSession, relay: EventRelay): Promise<void> {
    this.#told.add(id)
    for await (const batch of hub.watch()) {
      if (!relay.isFollowed(id)) break
      // Facts are read from the store, which tells of them when they are there.
      this.#publish(
        id,
        batch.filter((event) => event !== undefined && !isFact(event)),
      )
    }
    this.#told.delete(id)
    // Somebody may have come while the last one left.
    if (relay.isFollowed(id)) this.begun(id)
  }

  #publish(id: string, deltas: readonly SessionEvent[]): void {
    if (deltas.length > 0) this.#options.relay?.publish(id, deltas)
  }

  close(): void {
    this.#stop()
    for (const hub of this.#hubs.values()) hub.close()
  }
}
