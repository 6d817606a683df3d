/** `callTools`: run tools. Whatever goes wrong is an observation the model can act on. */
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { Message, ToolCall, ToolResult } from '../messages.ts'
import type { ToolOutput } from '../tools/tool.ts'
import { admitted, notMade } from './admitted-call.ts'
import { toolAmounts } from './amounts.ts'
import { closed, hasAsked } from './approval.ts'
import type { CallToolsOptions } from './context.ts'
import { foreseenOutput } from './foreseen-calls.ts'
import { madeMessage } from './prompt-log.ts'
import type { Scope } from './scope.ts'
import { step } from './step.ts'
import { unmadeBy } from './unmade-call.ts'
import { Stuck } from './wrap-up.ts'

export async function callTools(
  scope: Scope,
  calls: readonly ToolCall[],
  options: CallToolsOptions = {},
): Promise<readonly Message[]> {
  const { timeoutMs, isPlanned = false } = options
  const base = scope.next(options.label ?? 'callTools')
  const [only] = calls
  if (only && calls.length === 1) return [await callTool(scope, `${base}[0]`, only, { timeoutMs, isPlanned })]
  const settled = await scope.steps.together(() =>
    Promise.allSettled(
      calls.map((call, index) => callTool(scope, `${base}[${index}]`, call, { timeoutMs, isPlanned, isPart: true })),
    ),
  )
  const isAnyMade = settled.some(({ status }) => status === 'fulfilled')
  // All have ended: what one of them threw is thrown now, the first in order, as it would be on replay.
  return calls.map((call, index) => {
    const each = settled[index] as PromiseSettledResult<Message>
    if (each.status === 'fulfilled') return each.value
    // What others of them gave must not be lost.
    if (isAnyMade && isPlanChange(each.reason)) return observed(call, { text: each.reason.message, error: true }, true)
    throw each.reason
  })
}

function isPlanChange(error: unknown): error is GyreError {
  return error instanceof GyreError && error.code === 'plan-changed'
}

/** `begin`: a call that will probably be made, before its time. What it gives is for foreseeing others. */
export async function beginCall(scope: Scope, call: ToolCall): Promise<Message | undefined> {
  const begun = scope.session.foreseen.begin(scope, call)
  const output = begun && (await foreseenOutput(scope, begun))
  return output && observed(call, output)
}

type Manner = { readonly timeoutMs: number | undefined; readonly isPlanned: boolean; readonly isPart?: true }

function callTool(scope: Scope, path: string, call: ToolCall, manner: Manner): Promise<Message> {
  const { timeoutMs, isPlanned, isPart = false } = manner
  const { session, run } = scope
  const tool = run.tools.get(call.tool)
  const verdict = scope.duplicates.judge(call.tool, call.input)
  const goesOn = hasAsked(session, path)
  const made = step(scope, {
    kind: 'tool',
    path,
    request: session.redact.json({ id: call.id, tool: call.tool, input: call.input }),
    ...(verdict === 'fresh' && tool && { need: () => toolAmounts(call.tool) }),
    effect: () => {
      if (verdict === 'stuck') throw new Stuck('duplicate')
      return verdict === 'refuse' ? notMade(repeated(call)) : admitted(scope, { path, timeoutMs, call }, callTools)
    },
    revive: (result, data) => {
      const unmade = unmadeBy(data)
      if (unmade) session.hasUnmade = true
      return madeMessage(observed(call, result as ToolOutput, unmade), session, path)
    },
    rides: tool?.effect === 'pure',
    isPart,
    isPlanned,
    byPerson: personsResult,
  })
  const counted = isPlanned ? made.catch((error) => uncounted(scope, call, error)) : made
  // It asked before a crash, and may be over without getting there again.
  return goesOn ? counted.finally(() => closed(scope, path)) : counted
}

/** A call that was not made because the plan changed may stand in the next plan again. */
function uncounted({ duplicates, session }: Scope, { tool, input }: ToolCall, error: unknown): never {
  if (isPlanChange(error)) {
    duplicates.forget(tool, input)
    session.supervisor.hasRecalled = true
    session.hasUnmade = true
  }
  throw error
}

function repeated(call: ToolCall): string {
  return `Not run: \`${call.tool}\` was called with exactly these arguments twice already. Use what it said, change the arguments, or answer.`
}

function personsResult(result: Json): Json {
  return {
    text: typeof result === 'string' ? result : JSON.stringify(result),
    ...(typeof result !== 'string' && { data: result }),
  }
}

function observed({ id, tool }: ToolCall, output: ToolOutput, notMade?: ToolResult['notMade']): Message {
  // A runner may hand on what a tool says of itself.
  const { notMade: _, ...said } = output as ToolOutput & Pick<ToolResult, 'notMade'>
  return { role: 'tool', parts: [{ type: 'tool-result', id, tool, ...said, ...(notMade && { notMade }) }] }
}
