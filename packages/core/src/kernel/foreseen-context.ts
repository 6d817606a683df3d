/** What a tool is given whose call was begun before it was made: it has no path yet, so it can make no steps. */
import { GyreError } from '../errors.ts'
import type { Message } from '../messages.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { ToolContext } from '../tools/tool.ts'
import type { Reply } from './context.ts'
import type { Scope } from './scope.ts'

export class ForeseenContext implements ToolContext {
  readonly #scope: Scope
  readonly #stop = new AbortController()
  #signal: AbortSignal | undefined
  #isOver = false
  /** Whether it asked for something that is a step. */
  wantedMore = false

  constructor(scope: Scope) {
    this.#scope = scope
  }

  /** The call has ended. */
  close(): void {
    this.#isOver = true
  }

  /** Nobody needs what it gives. */
  stop(): void {
    this.#stop.abort()
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.#scope.session.signal, this.#stop.signal])
    return this.#signal
  }

  get session(): string {
    return this.#scope.session.id
  }

  get owner(): string {
    return this.#scope.session.owner
  }

  get path(): string {
    return `${this.#scope.prefix}foreseen`
  }

  get idempotencyKey(): string {
    return `${this.session}/${this.path}`
  }

  get tools(): readonly ToolSpec[] {
    return this.#scope.run.toolSpecs
  }

  now(): number {
    return this.#scope.session.clock.now()
  }

  generate(): Promise<Reply> {
    return this.#refuse()
  }

  callTools(): Promise<readonly Message[]> {
    return this.#refuse()
  }

  ask(): Promise<string> {
    return this.#refuse()
  }

  progress(): void {}

  limitedTo(): ToolContext {
    return this
  }

  async #refuse(): Promise<never> {
    if (!this.#isOver) this.wantedMore = true
    throw new GyreError('tool-failed', 'This call was begun before its time: it can make no steps.')
  }
}
