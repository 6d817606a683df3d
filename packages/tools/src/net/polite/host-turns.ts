/** Whose turn it is at each host. */
import { type Clock, systemClock } from '@gyre/core'
import { withoutLastDot } from '../addresses/host-permissions.ts'
import { HostQueue, type Turn } from './host-queue.ts'

/** Whoever asks so many hosts has let the one that is forgotten rest. */
const mostHosts = 1000

export class HostTurns {
  readonly clock: Clock
  readonly #queues = new Map<string, HostQueue>()

  constructor(clock: Clock = systemClock) {
    this.clock = clock
  }

  /** Resolves when a request may begin, with what is called once when it is over. */
  take(url: URL, turn: Turn): Promise<() => void> {
    return this.#queueOf(hostOf(url)).take(turn)
  }

  /** They are kept in the order in which they were last asked. */
  #queueOf(host: string): HostQueue {
    const known = this.#queues.get(host)
    if (known) this.#queues.delete(host)
    else this.#forgetIdle()
    const queue = known ?? new HostQueue(this.clock)
    this.#queues.set(host, queue)
    return queue
  }

  /** Makes room for one. A host that somebody asks or waits for is never forgotten. */
  #forgetIdle(): void {
    for (const [host, queue] of this.#queues) {
      if (this.#queues.size < mostHosts) return
      if (queue.isIdle) this.#queues.delete(host)
    }
  }
}

/** Everybody in this process waits in the same queues. */
export const turnsOfProcess = new HostTurns()

/** The usual ports of http and https are one host. Any other port may well be another machine. */
function hostOf({ hostname, port }: URL): string {
  return `${withoutLastDot(hostname)}:${port}`
}
