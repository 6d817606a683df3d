/**
 * Calls begun before they are made.
 *
 * Only what nobody could tell from a call that was begun in its time: pure tools, which nobody has to approve and
 * nothing stands in the way of. Nothing of it is written down. `callTools` takes it over when it makes the same call,
 * and that step has the record; what is never taken over was in vain.
 */
import { canonicalJson, type Json } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import type { Execution } from '../ports/tool-runner.ts'
import type { Tool, ToolOutput } from '../tools/tool.ts'
import { approvedFor } from './approval.ts'
import { ForeseenContext } from './foreseen-context.ts'
import { toolAmounts } from './limits.ts'
import type { LoopRun } from './loop-run.ts'
import type { Scope } from './scope.ts'

export type Begun = {
  readonly tool: Tool
  /** When it was begun, by the session's clock. */
  readonly at: number
  /** Undefined when it could not be run like this: it is made again, in its place. */
  readonly execution: Promise<Execution | undefined>
  /** Nobody needs it. */
  stop(): void
}

/** So many of one loop run are kept that nobody has made so far: a loop that foresees nonsense must not flood tools. */
const mostWaiting = 32

export class ForeseenCalls {
  readonly #byRun = new Map<LoopRun, Map<string, Begun>>()

  /** Begins a call unless it is begun already. Undefined for one that has to wait for its time. */
  begin(scope: Scope, call: ToolCall): Begun | undefined {
    const { run, session } = scope
    const key = keyOf(call.tool, call.input)
    const waiting = this.#byRun.get(run) ?? new Map<string, Begun>()
    const known = waiting.get(key)
    if (known) return known
    if (waiting.size >= mostWaiting || !mayBegin(scope, call)) return undefined
    const facts = { session: session.id, tools: run.tools, approved: approvedFor(scope, ''), token: run.token }
    const admission = session.ports.toolRunner.admit(call, facts)
    if (admission.kind !== 'run') return undefined
    const begun = started(scope, admission.tool, admission.input)
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

  /** The loop has ended: what nobody made is stopped. */
  forget(run: LoopRun): void {
    for (const begun of this.#byRun.get(run)?.values() ?? []) begun.stop()
    this.#byRun.delete(run)
  }
}

function keyOf(tool: string, input: Json): string {
  return `${tool} ${canonicalJson(input)}`
}

/** Whether the call would be made at once, and as it is, if it were made now. */
function mayBegin({ session, run }: Scope, { tool: name, fault }: ToolCall): boolean {
  const tool = run.tools.get(name)
  if (tool?.effect !== 'pure' || fault !== undefined) return false
  if (session.isOffline || session.journal.isReplaying || !session.supervisor.letsBegin(name)) return false
  return run.account.shortfall(toolAmounts(name), session.activity) === undefined
}

function started(scope: Scope, tool: Tool, input: unknown): Begun {
  const { session } = scope
  const context = new ForeseenContext(scope)
  const run = async (): Promise<Execution | undefined> => {
    try {
      const execution = await session.ports.toolRunner.execute(tool, input, context)
      // What it wanted of others has to be a step of its own, under a path that it does not have.
      return context.wantedMore ? undefined : execution
    } catch {
      return undefined
    } finally {
      context.close()
    }
  }
  return { tool, at: session.clock.now(), execution: run(), stop: () => context.stop() }
}

/** What such a call gave, as the loop may see it. */
export async function foreseenOutput(scope: Scope, { execution }: Begun): Promise<ToolOutput | undefined> {
  const made = await execution
  return made && (scope.session.redact.json(made.output as unknown as Json) as unknown as ToolOutput)
}
