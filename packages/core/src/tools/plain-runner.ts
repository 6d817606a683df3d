/** Core's own tool runner: lookup, schema, approval, timeout, abort. */
import { z } from 'zod'
import type { Json } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import { fitSchema } from '../parsing/fit.ts'
import type { Clock } from '../ports/clock.ts'
import type { Admission, AdmissionFacts, Clearance, Execution, ToolRunner } from '../ports/tool-runner.ts'
import { approvalQuestion, needsApproval } from './approval-question.ts'
import { foreseeCall } from './foreseen-call.ts'
import { CallTime, TimedContext } from './timed-context.ts'
import { readToolOutput, type Tool, type ToolContext, type ToolOutput } from './tool.ts'

/** Core's own runner: schema, approval, timeout. The guard of `@gyre/tools` checks more. */
export function plainToolRunner(clock: Clock): ToolRunner {
  const foresee: ToolRunner['foresee'] = (call, facts, context) => {
    const admission = admit(call, facts)
    return admission.kind === 'run' ? foreseeCall(admission.tool, admission.input, context, clock) : undefined
  }
  return {
    admit,
    foresee,
    clear: check,
    execute: (tool, input, context) => executed(runTool(tool, input, context, clock)),
  }
}

function executed(output: Promise<ToolOutput> | ToolOutput): Promise<Execution> | Execution {
  return output instanceof Promise ? output.then((later) => ({ output: later })) : { output }
}

function admit(call: ToolCall, { tools, approved }: AdmissionFacts): Admission {
  const tool = tools.get(call.tool)
  if (!tool)
    return {
      kind: 'refuse',
      by: 'registry',
      text: `Not run: there is no tool \`${call.tool}\`. Tools: ${[...tools.keys()].join(', ') || 'none'}.`,
    }
  const admission = check(tool, call.input)
  if (admission.kind !== 'run' || !needsApproval(tool, approved)) return admission
  return { kind: 'ask', tool, question: approvalQuestion(tool, call.input) }
}

function check(tool: Tool, input: Json): Clearance {
  const fitted = fitSchema(tool.schema, input)
  if (fitted.ok) return { kind: 'run', tool, input: fitted.value }
  const text = `Not run: bad arguments for \`${tool.name}\`. ${fitted.faults.join('; ')}`
  return { kind: 'refuse', by: 'input', text }
}

/**
 * Runs a tool within its time; whatever goes wrong is its answer.
 *
 * Most tools return at once: nothing is waited for, and no timer is set.
 */
export function runTool(
  tool: Tool,
  input: unknown,
  outer: ToolContext,
  clock: Clock,
): Promise<ToolOutput> | ToolOutput {
  const time = new CallTime(clock)
  try {
    const returned = tool.run(input, new TimedContext(outer, time))
    return isThenable(returned) ? withinTime(tool, Promise.resolve(returned), time, outer) : answerOf(tool, returned)
  } catch (error) {
    return failure(tool, error)
  }
}

/** Not only promises: what query builders of many libraries return begins to work when it is waited for. */
export function isThenable(returned: unknown): returned is PromiseLike<unknown> {
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

async function withinTime(
  tool: Tool,
  running: Promise<unknown>,
  time: CallTime,
  { signal, timeoutMs = tool.timeoutMs }: Pick<ToolContext, 'signal' | 'timeoutMs'>,
): Promise<ToolOutput> {
  try {
    return answerOf(tool, await Promise.race([running, time.end(Math.min(tool.timeoutMs, timeoutMs), signal)]))
  } catch (error) {
    return failure(tool, error)
  } finally {
    time.stop()
  }
}
