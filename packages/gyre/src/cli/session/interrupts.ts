/** Ctrl-C and SIGTERM: the first asks the session to pause, the second leaves at once. */
import type { Io } from '../io.ts'

export type InterruptOptions = {
  /** What the first one does. */
  readonly onFirst: () => void
  /** Whether the first one leaves already: a watcher has nothing to pause. */
  readonly leavesAtOnce: boolean
}

export class Interrupts {
  readonly #options: InterruptOptions
  readonly #left = Promise.withResolvers<'left'>()
  readonly #end: () => void
  #count = 0

  constructor(io: Pick<Io, 'onSignal'>, options: InterruptOptions) {
    this.#options = options
    this.#end = io.onSignal(() => this.press())
  }

  get isPressed(): boolean {
    return this.#count > 0
  }

  /** Resolves when the person wants to leave at once. */
  get left(): Promise<'left'> {
    return this.#left.promise
  }

  press(): void {
    this.#count += 1
    if (this.#count > 1 || this.#options.leavesAtOnce) this.#left.resolve('left')
    else this.#options.onFirst()
  }

  close(): void {
    this.#end()
  }
}
