/** Core's own tool runner: lookup, schema, approval, timeout, abort. */
import { z } from 'zod'
import type { Json } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import { fitSchema } from '../parsing/fit.ts'
import type { Clock } from '../ports/clock.ts'
import type { Admission, AdmissionFacts, ToolRunner } from '../ports/tool-runner.ts'
import { readToolOutput, type Tool, type ToolContext, type ToolOutput } from './tool.ts'

export function plainToolRunner(clock: Clock): ToolRunner {
  return { admit, check, execute: (tool, input, context) => execute(tool, input, new TimedContext(context, clock)) }
}

function admit(call: ToolCall, { tools, approved }: AdmissionFacts): Admission {
  const tool = tools.get(call.tool)
  if (!tool)
    return {
      kind: 'refuse',
      text: `Not run: there is no tool \`${call.tool}\`. Tools: ${[...tools.keys()].join(', ') || 'none'}.`,
    }
  const admission = check(tool, call.input)
  if (admission.kind !== 'run' || !needsApproval(tool, approved)) return admission
  return { ...admission, kind: 'ask', question: `Run \`${tool.name}\` with ${JSON.stringify(call.input)}?` }
}

function needsApproval(tool: Tool, approved: ReadonlySet<string>): boolean {
  if (tool.approval === 'always') return true
  return tool.approval === 'first-use' && !approved.has(tool.name)
}

function check(tool: Tool, input: Json): Admission {
  const fitted = fitSchema(tool.schema, input)
  if (fitted.ok) return { kind: 'run', tool, input: fitted.value }
  return { kind: 'refuse', text: `Not run: bad arguments for \`${tool.name}\`. ${fitted.faults.join('; ')}` }
}

/** Most tools return at once: nothing is waited for, and no timer is set. */
function execute(tool: Tool, input: unknown, context: TimedContext): Promise<ToolOutput> | ToolOutput {
  try {
    const returned = tool.run(input, context)
    return isThenable(returned) ? withinTime(tool, Promise.resolve(returned), context) : answerOf(tool, returned)
  } catch (error) {
    return failure(tool, error)
  }
}

/** Not only promises: what query builders of many libraries return begins to work when it is waited for. */
function isThenable(returned: unknown): returned is PromiseLike<unknown> {
  return typeof (returned as { readonly then?: unknown } | null | undefined)?.then === 'function'
}

function answerOf(tool: Tool, returned: unknown): ToolOutput {
  if (tool.output) tool.output.parse(returned)
  return readToolOutput(returned)
}

function failure(tool: Tool, error: unknown): ToolOutput {
  return { text: `\`${tool.name}\` failed: ${reasonOf(error)}`, error: true }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return `its result does not fit its output schema: ${z.prettifyError(error)}`
  return error instanceof Error ? error.message : String(error)
}

async function withinTime(tool: Tool, running: Promise<unknown>, context: TimedContext): Promise<ToolOutput> {
  const { expired, stop } = context.expireAfter(tool.timeoutMs)
  try {
    return answerOf(tool, await Promise.race([running, expired]))
  } catch (error) {
    return failure(tool, error)
  } finally {
    stop()
  }
}

/** The context of one call; its signal is made only for tools that look at it. */
class TimedContext implements ToolContext {
  readonly #outer: ToolContext
  readonly #clock: Clock
  #expiry: AbortController | undefined
  #signal: AbortSignal | undefined

  constructor(outer: ToolContext, clock: Clock) {
    this.#outer = outer
    this.#clock = clock
  }

  get signal(): AbortSignal {
    this.#expiry ??= new AbortController()
    this.#signal ??= AbortSignal.any([this.#outer.signal, this.#expiry.signal])
    return this.#signal
  }

  /** Rejects after so long, and aborts the signal. */
  expireAfter(ms: number): { readonly expired: Promise<never>; readonly stop: () => void } {
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const expire = () => {
      reject(new Error(`no answer within ${ms} ms`))
      this.#expiry?.abort()
    }
    return { expired, stop: this.#clock.after(ms, expire, { keepsAlive: true }) }
  }

  get session(): string {
    return this.#outer.session
  }

  get path(): string {
    return this.#outer.path
  }

  get idempotencyKey(): string {
    return this.#outer.idempotencyKey
  }

  /** Bound: tools take it out of their context. */
  readonly generate: ToolContext['generate'] = (...args) => this.#outer.generate(...args)
}
