/** A call that is begun before its time: the bare tool, within its time. All that is checked and counted comes when it is made. */
import type { Clock } from '../ports/clock.ts'
import type { Foreseen } from '../ports/tool-runner.ts'
import { CallTime, TimedContext } from './timed-context.ts'
import { readToolOutput, type Tool, type ToolContext } from './tool.ts'

type Returned = { readonly value: unknown }

/** Begins a call before it is known to be wanted, for a tool that may be called so. */
export function foreseeCall(tool: Tool, input: unknown, context: ToolContext, clock: Clock): Foreseen {
  const returned = begun(tool, input, context, clock)
  const run: Tool['run'] = async (given, own) => {
    const made = await returned
    return made ? made.value : tool.run(given, own)
  }
  return {
    output: returned.then((made) => made && readToolOutput(made.value)).catch(() => undefined),
    standIn: Object.create(tool, { run: { value: run } }) as Tool,
  }
}

/** What it returned; undefined when it failed. */
async function begun(tool: Tool, input: unknown, context: ToolContext, clock: Clock): Promise<Returned | undefined> {
  const time = new CallTime(clock)
  try {
    const running = Promise.resolve(tool.run(input, new TimedContext(context, time)))
    return { value: await Promise.race([running, time.end(tool.timeoutMs, context.signal)]) }
  } catch {
    return undefined
  } finally {
    time.stop()
  }
}
