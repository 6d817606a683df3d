/**
 * Work beside the loop that it does not wait for: to foresee what it will do.
 *
 * Its steps are recorded as any others are, because they cost something; but nothing that the loop does hangs on them.
 * So they are made only while nobody wants anything of the session and nothing that they cost is limited, and a replay
 * makes none that is not recorded.
 */

import type { Resource } from './amounts.ts'
import type { LoopContext } from './context.ts'
import type { ContextOf } from './run-loop.ts'
import type { Scope } from './scope.ts'

/** The name of the branches: what stands below is not part of what the loop did. */
const segment = 'ahead'

/** What a step of such work throws that is not made. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/** One such stretch of work. */
export class Ahead {
  readonly #abort = new AbortController()
  readonly #scope: Scope

  constructor(around: Scope) {
    this.#scope = around
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Throws where a step that is not recorded is not made. */
  admit(): void {
    const { session } = this.#scope
    const { journal, supervisor, isOffline, isAborted, isHalted } = session
    const isOver = this.#abort.signal.aborted || isOffline || isAborted || isHalted || journal.isReplaying
    if (isOver || !supervisor.isUndisturbed) throw new GivenUp()
  }

  giveUp(): void {
    if (this.#abort.signal.aborted) return
    this.#abort.abort()
    const { inFlight } = this.#scope.session.activity
    for (const attempt of [...inFlight]) if (attempt.scope.ahead === this) attempt.cutOff('Nobody needs it any more.')
  }
}

const limited: readonly Resource[] = ['modelCalls', 'inputTokens', 'outputTokens', 'tokens', 'costUsd']

export function workAhead(scope: Scope, contextOf: ContextOf, work: (ctx: LoopContext) => Promise<void>): () => void {
  // Whether it is done or not: those that come later keep their paths.
  const path = scope.next(segment)
  if (scope.run.account.limitsAny(limited)) return () => {}
  const ahead = new Ahead(scope)
  const running = async () => work(contextOf(scope.aheadAt(path, ahead)))
  running().catch(() => {})
  scope.run.aheads ??= []
  scope.run.aheads.push(ahead)
  return () => ahead.giveUp()
}

/** Whether a step was made by such work. */
export function isAhead(path: string): boolean {
  return path.split('/').some((each) => each.startsWith(`${segment}#`))
}
