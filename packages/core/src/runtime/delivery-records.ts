/**
 * Deliveries as the store keeps them, and the right to make one.
 *
 * They are documents of the catalog, which is durable in every store and can be listed: those that are pending under
 * one kind, those that are settled under another. The key-value table may be a server that forgets; it holds claims.
 */
import type { Json } from '../json.ts'
import type { Clock } from '../ports/clock.ts'
import type { Catalog, Store } from '../ports/store.ts'
import { type Delivery, deliveryKey } from './delivery.ts'

const pending = 'delivery-pending'
const settled = 'delivery-settled'
/** Whoever recovers sends the results of every owner, as workers run the sessions of every owner. */
const everyone = '*'

type Place = Pick<Delivery, 'session' | 'target'>

export type Claim = { readonly key: string; readonly until: number }

export class DeliveryRecords {
  readonly #catalog: Catalog
  readonly #keyValue: Store['keyValue']
  readonly #clock: Clock
  readonly #claimMs: number

  constructor({ catalog, keyValue }: Pick<Store, 'catalog' | 'keyValue'>, clock: Clock, claimMs: number) {
    this.#catalog = catalog
    this.#keyValue = keyValue
    this.#clock = clock
    this.#claimMs = claimMs
  }

  /** One that is settled is that, though a crash may have left it among the pending ones. */
  async read(place: Place): Promise<Delivery | undefined> {
    const name = deliveryKey(place)
    const entry =
      (await this.#catalog.get(everyone, settled, name)) ?? (await this.#catalog.get(everyone, pending, name))
    return entry?.body as Delivery | undefined
  }

  /** All that are pending, those of older sessions first. */
  async pending(): Promise<readonly Delivery[]> {
    return (await this.#catalog.list(everyone, pending)).map(({ body }) => body as Delivery)
  }

  /** Writes down what is owed, unless it is known. */
  async owe(delivery: Delivery): Promise<void> {
    if (!(await this.read(delivery))) await this.#save(pending, delivery)
  }

  /** Writes down how it stands. What was settled meanwhile, by a process that was thought dead, stays so. */
  async save(delivery: Delivery): Promise<void> {
    const known = (await this.read(delivery))?.state ?? 'pending'
    if (delivery.state === 'pending' && known === 'pending') return this.#save(pending, delivery)
    if (delivery.state !== 'pending' && known !== 'delivered') await this.#save(settled, delivery)
    await this.#catalog.remove(everyone, pending, deliveryKey(delivery))
  }

  /** Writes down what came of an attempt, unless it was forgotten meanwhile with its session. */
  async conclude(delivery: Delivery): Promise<void> {
    if (await this.read(delivery)) await this.save(delivery)
  }

  async forget(place: Place): Promise<void> {
    const name = deliveryKey(place)
    for (const kind of [pending, settled]) {
      if (await this.#catalog.get(everyone, kind, name)) await this.#catalog.remove(everyone, kind, name)
    }
  }

  /** Undefined when another process has it. Whoever counts first has it, until it is let go or its time is over. */
  async claim(place: Place): Promise<Claim | undefined> {
    const key = `delivery/${deliveryKey(place)}`
    const until = this.#clock.now() + this.#claimMs
    const count = await this.#keyValue.increment(key, 1, this.#claimMs)
    return count === 1 ? { key, until } : undefined
  }

  /** One whose time is over may be another's by now. */
  async release({ key, until }: Claim): Promise<void> {
    if (this.#clock.now() < until) await this.#keyValue.delete(key)
  }

  async #save(kind: string, delivery: Delivery): Promise<void> {
    const name = deliveryKey(delivery)
    await this.#catalog.save({ owner: everyone, kind, name, body: delivery as Json, at: this.#clock.now() })
  }
}
