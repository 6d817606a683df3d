/** The execution: a call within its time and its place, and what its end says of the tool. */
import { type Clock, GyreError, type ToolContext, type ToolNote, type ToolOutput, WrapUp } from '@gyre/core'
import type { CallEnd } from './breaker.ts'
import type { Answer, Run } from './guard-path.ts'
import { plainOutput } from './plain-output.ts'
import type { ToolPosts } from './tool-posts.ts'
import { type Ran, runWatched } from './watched-tool.ts'

const nothing: readonly string[] = []

export function execution(posts: ToolPosts, clock: Clock): Run {
  return (tool, input, context) => {
    const { watched, places, breaker } = posts.of(tool)
    const { turn } = breaker
    const before = breaker.takeNotes()
    const ended = ({ output: given, thrown }: Ran): Answer => {
      const output = plainOutput(tool, given)
      const change = breaker.ended(endOf(output, thrown, context), turn)
      return { output, notes: joined(before, change), leftOut: nothing, record: undefined }
    }
    const run = () => runWatched(watched, input, context, clock)
    const ran = places ? placed(() => places.hold(context, run), tool.name) : run()
    return ran instanceof Promise ? ran.then(ended) : ended(ran)
  }
}

/** A call that never came to its place was aborted before. */
function placed(hold: () => Promise<Ran> | Ran, name: string): Promise<Ran> | Ran {
  const ran = hold()
  if (!(ran instanceof Promise)) return ran
  return ran.catch((thrown: unknown) => {
    const why = thrown instanceof GyreError ? thrown.message : 'it was aborted while it waited for other calls to end'
    return { output: { text: `\`${name}\` failed: ${why}`, error: true }, thrown }
  })
}

function endOf({ error }: ToolOutput, thrown: unknown, { signal }: ToolContext): CallEnd {
  if (!error) return 'answered'
  return signal.aborted || isOfTheCaller(thrown) ? 'left' : 'failed'
}

/** A tool that refuses what it was asked works, and so does one whose own steps were ended. */
function isOfTheCaller(thrown: unknown): boolean {
  try {
    return thrown instanceof WrapUp || (thrown instanceof GyreError && thrown.status < 500)
  } catch {
    return false
  }
}

function joined(before: readonly ToolNote[] | undefined, change: ToolNote | undefined): Answer['notes'] {
  return change ? [...(before ?? []), change] : before
}
