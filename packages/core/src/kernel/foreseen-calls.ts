/**
 * Calls begun before they are made.
 *
 * Only what nobody could tell from a call that was begun in its time: pure tools, which nobody has to approve and
 * nothing stands in the way of. Nothing of it is written down or counted. `callTools` makes the same call as any other,
 * with all checks, and finds it begun; what is never made was in vain.
 */
import { canonicalJson, type Json } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import type { Foreseen } from '../ports/tool-runner.ts'
import type { Tool, ToolOutput } from '../tools/tool.ts'
import { approvedFor } from './approval.ts'
import { ForeseenContext } from './foreseen-context.ts'
import type { LoopRun } from './loop-run.ts'
import type { Scope } from './scope.ts'

/** So many of one loop run are kept that nobody has made so far: a loop that foresees nonsense must not flood tools. */
const mostWaiting = 32

/** What it gave is good for so long, in ms: the world goes on. */
const goodFor = 60_000

class Begun {
  readonly tool: string
  readonly #at: number
  readonly #foreseen: Foreseen
  readonly #context: ForeseenContext
  #endedAt = Number.POSITIVE_INFINITY

  constructor(tool: string, foreseen: Foreseen, context: ForeseenContext) {
    this.tool = tool
    this.#foreseen = foreseen
    this.#context = context
    this.#at = context.now()
    void this.output().then(() => {
      this.#endedAt = context.now()
      context.close()
    })
  }

  /** Undefined when it could not be run like this. */
  async output(): Promise<ToolOutput | undefined> {
    const output = await this.#foreseen.output
    // What it wanted of others has to be a step of its own, under a path that it does not have.
    return this.#context.wantedMore ? undefined : output
  }

  /** The tool that gives it, and how long ago it was begun; undefined when the call has to be made anew. */
  async made(): Promise<{ readonly tool: Tool; readonly begunMs: number } | undefined> {
    const now = this.#context.now()
    const isStale = now - this.#endedAt > goodFor
    if (isStale || (await this.output()) === undefined) return undefined
    return { tool: this.#foreseen.standIn, begunMs: now - this.#at }
  }

  stop(): void {
    this.#context.stop()
  }
}

export type { Begun }

export class ForeseenCalls {
  readonly #byRun = new Map<LoopRun, Map<string, Begun>>()
  /** Calls in flight that may change what others read. */
  #effects = 0

  /** Begins a call unless it is begun already. Undefined for one that has to wait for its time. */
  begin(scope: Scope, call: ToolCall): Begun | undefined {
    const { run, session } = scope
    const key = keyOf(call.tool, call.input)
    const waiting = this.#byRun.get(run) ?? new Map<string, Begun>()
    const known = waiting.get(key)
    if (known) return known
    if (this.#effects > 0 || waiting.size >= mostWaiting || !mayBegin(scope, call, [...waiting.values()]))
      return undefined
    const facts = { session: session.id, tools: run.tools, approved: approvedFor(scope, ''), token: run.token }
    const context = new ForeseenContext(scope)
    const foreseen = session.ports.toolRunner.foresee?.(call, facts, context)
    if (!foreseen) return undefined
    const begun = new Begun(call.tool, foreseen, context)
    this.#byRun.set(run, waiting.set(key, begun))
    return begun
  }

  /** Hands over a call that is made now, if it was begun. */
  take(run: LoopRun, tool: string, input: Json): Begun | undefined {
    const waiting = this.#byRun.get(run)
    if (!waiting) return undefined
    const key = keyOf(tool, input)
    const begun = waiting.get(key)
    waiting.delete(key)
    return begun
  }

  /** A call begins that is not pure: what was read before it, or is being read, is not what a call made from now on reads. */
  effectBegins(): void {
    this.#effects += 1
    this.forgetAll()
  }

  effectEnds(): void {
    this.#effects -= 1
  }

  /** The loop has ended: what nobody made is stopped. */
  forget(run: LoopRun): void {
    for (const begun of this.#byRun.get(run)?.values() ?? []) begun.stop()
    this.#byRun.delete(run)
  }

  forgetAll(): void {
    for (const run of [...this.#byRun.keys()]) this.forget(run)
  }
}

function keyOf(tool: string, input: Json): string {
  return `${tool} ${canonicalJson(input)}`
}

/** Whether the call would be made at once, and as it is, if it were made now, and all that wait as well. */
function mayBegin({ session, run }: Scope, { tool: name, fault }: ToolCall, waiting: readonly Begun[]): boolean {
  const tool = run.tools.get(name)
  if (tool?.effect !== 'pure' || fault !== undefined) return false
  if (session.isOffline || session.journal.isReplaying || !session.supervisor.letsBegin(name)) return false
  const alike = waiting.filter((begun) => begun.tool === name).length
  const amounts = { toolCalls: waiting.length + 1, [`tool:${name}` as const]: alike + 1 }
  return run.account.shortfall(amounts, session.activity) === undefined
}

/** What such a call gives, as the loop may see it. */
export async function foreseenOutput(scope: Scope, begun: Begun): Promise<ToolOutput | undefined> {
  const output = await begun.output()
  return output && (scope.session.redact.json(output as unknown as Json) as unknown as ToolOutput)
}
