/** The execution: a call within its time and its place, and what its end says of the tool. */
import { type Clock, GyreError, type ToolContext, type ToolNote, WrapUp } from '@gyre/core'
import type { CallEnd } from '../breaker/breaker.ts'
import type { Answer, Run } from '../guard-path.ts'
import type { ToolPosts } from '../tool-posts.ts'
import type { NoPlace } from './places.ts'
import { plainOutput } from './plain-output.ts'
import { type Ran, runWatched } from './watched-tool.ts'

const nothing: readonly string[] = []

export function execution(posts: ToolPosts, clock: Clock): Run {
  return (tool, input, context) => {
    const { watched, places, breaker, limits } = posts.of(tool)
    const { turn } = breaker
    const before = breaker.takeNotes()
    const ended = (came: Ran | NoPlace): Answer => {
      const ran = typeof came === 'string' ? undefined : came
      const output = ran ? plainOutput(tool, ran.output) : notRun(tool.name, came as NoPlace, limits.timeoutMs)
      const end = output.error ? endOf(ran, context) : 'answered'
      const notes = joined(before, breaker.ended(end, turn))
      return { output, notes, leftOut: nothing, record: undefined, ...(!ran && { notMade: true }) }
    }
    const run = () => runWatched(watched, input, context, clock)
    const ran = places ? places.hold(context, limits.timeoutMs, run) : run()
    return ran instanceof Promise ? ran.then(ended) : ended(ran)
  }
}

/** A call that never came to its place. */
function notRun(name: string, why: NoPlace, waitMs: number): Answer['output'] {
  const text =
    why === 'busy'
      ? `\`${name}\` is busy: no other call of it ended within ${waitMs} ms. Try again later, or go on without it.`
      : `the session was ended while \`${name}\` waited for other calls of it.`
  return { text: `Not run: ${text}`, error: true }
}

/** What a call that ended in an error says of the tool: one that tells of an error has answered. */
function endOf(ran: Ran | undefined, { signal }: ToolContext): CallEnd {
  if (!ran || signal.aborted || isOfTheCaller(ran.thrown)) return 'left'
  return ran.toldError ? 'answered' : 'failed'
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
