/** Running a tool and seeing what it throws: whether that tells of the tool or of its caller. */
import { type Clock, runTool, type Tool, type ToolContext, type ToolOutput } from '@gyre/core'

/** What came of a call. `thrown` is what the tool itself threw. */
export type Ran = { readonly output: ToolOutput; readonly thrown: unknown }

type Sight = { thrown: unknown }

/** The call that is being started: its tool begins to run before anything else does. */
let starting: Sight = { thrown: undefined }

/** The tool with the time it has here. What it throws is noted before it is put into words. */
export function watchedTool(tool: Tool, timeoutMs: number): Tool {
  const run: Tool['run'] = (input, context) => {
    const sight = starting
    const noted = (error: unknown): never => {
      sight.thrown = error
      throw error
    }
    try {
      const returned = tool.run(input, context)
      return isThenable(returned) ? Promise.resolve(returned).catch(noted) : returned
    } catch (error) {
      return noted(error)
    }
  }
  return Object.create(tool, { timeoutMs: { value: timeoutMs }, run: { value: run } }) as Tool
}

/** Runs a tool that is watched. Never fails: what cannot even be put into words is an answer, too. */
export function runWatched(watched: Tool, input: unknown, context: ToolContext, clock: Clock): Promise<Ran> | Ran {
  const sight: Sight = { thrown: undefined }
  starting = sight
  const ran = (output: ToolOutput): Ran => ({ output, thrown: sight.thrown })
  try {
    const output = runTool(watched, input, context, clock)
    return output instanceof Promise ? output.then(ran, () => ran(unreadable(watched))) : ran(output)
  } catch {
    return ran(unreadable(watched))
  }
}

function isThenable(returned: unknown): returned is PromiseLike<unknown> {
  return typeof (returned as { readonly then?: unknown } | null | undefined)?.then === 'function'
}

function unreadable({ name }: Tool): ToolOutput {
  return { text: `\`${name}\` failed: what it threw cannot be read`, error: true }
}
