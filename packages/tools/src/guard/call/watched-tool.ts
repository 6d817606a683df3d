/** Running a tool and seeing how it ends: whether that tells of the tool or of its caller. */
import { type Clock, isThenable, runTool, type Tool, type ToolContext, type ToolOutput } from '@gyre/core'

/** What came of a call. */
export type Ran = {
  readonly output: ToolOutput
  /** What the tool itself threw. */
  readonly thrown: unknown
  /** The tool returned an answer that tells of an error. */
  readonly toldError: boolean
}

type Sight = { thrown: unknown; toldError: boolean }

/** The call that is being started: its tool begins to run before anything else does. */
let starting: Sight = unseen()

function unseen(): Sight {
  return { thrown: undefined, toldError: false }
}

/** The tool with the time it has here. How it ends is noted before that is put into words. */
export function watchedTool(tool: Tool, timeoutMs: number): Tool {
  const run: Tool['run'] = (input, context) => {
    const sight = starting
    const failed = (error: unknown): never => {
      sight.thrown = error
      throw error
    }
    const returned = (value: unknown): unknown => {
      sight.toldError = tellsError(value)
      return value
    }
    try {
      const value = tool.run(input, context)
      return isThenable(value) ? Promise.resolve(value).then(returned, failed) : returned(value)
    } catch (error) {
      return failed(error)
    }
  }
  return Object.create(tool, { timeoutMs: { value: timeoutMs }, run: { value: run } }) as Tool
}

/** Runs a tool that is watched. Never fails: what cannot even be put into words is an answer, too. */
export function runWatched(watched: Tool, input: unknown, context: ToolContext, clock: Clock): Promise<Ran> | Ran {
  const sight = unseen()
  starting = sight
  const ran = (output: ToolOutput): Ran => ({ output, ...sight })
  try {
    const output = runTool(watched, input, context, clock)
    return output instanceof Promise ? output.then(ran, () => ran(unreadable(watched))) : ran(output)
  } catch {
    return ran(unreadable(watched))
  }
}

function tellsError(returned: unknown): boolean {
  return typeof returned === 'object' && returned !== null && (returned as { readonly error?: unknown }).error === true
}

function unreadable({ name }: Tool): ToolOutput {
  return { text: `\`${name}\` failed: what it threw cannot be read`, error: true }
}
