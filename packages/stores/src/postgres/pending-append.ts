/** Rows on their way to the server, and what their failure means for the lease they were sealed under. */
import type { AppendOptions, GyreError, Lease, SealedRow } from '@gyre/core'

export type Head = { readonly seq: number; readonly chain: string }

/** What is known of a lease: the number of its session, and the last row of its own that was committed. */
export type Held = { sid: number | undefined; durable: Head; failure?: GyreError }

export type AppendParts = {
  readonly lease: Lease
  readonly held: Held
  readonly rows: readonly SealedRow[]
  readonly options: AppendOptions | undefined
}

export class PendingAppend {
  readonly lease: Lease
  readonly held: Held
  readonly rows: readonly SealedRow[]
  readonly options: AppendOptions | undefined
  /** The row it follows on, and its last. */
  readonly after: Head
  readonly head: Head

  /** Moves the head of the lease on. */
  constructor({ lease, held, rows, options }: AppendParts) {
    this.lease = lease
    this.held = held
    this.rows = rows
    this.options = options
    this.after = { ...lease.head }
    const last = rows.at(-1)?.row
    this.head = last ? { seq: last.seq, chain: last.chain } : this.after
    this.#moveTo(this.head)
  }

  done(): void {
    this.held.durable = this.head
  }

  failed(error: GyreError): void {
    this.held.failure ??= error
    this.#moveTo(this.held.durable)
  }

  #moveTo({ seq, chain }: Head): void {
    this.lease.head.seq = seq
    this.lease.head.chain = chain
  }
}
