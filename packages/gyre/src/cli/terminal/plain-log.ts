/** A session as lines of a log: one for each finished step. */
import type { SessionEvent } from '@gyre/core'
import type { Io } from '../io.ts'
import type { SessionShow, Wishes } from '../session-show.ts'
import { linePrompt } from './line-prompt.ts'
import { oneLine } from './one-line.ts'
import { stepLine } from './step-line.ts'

/** A log has no width of its own. */
const columns = 140

const told: ReadonlySet<string> = new Set([
  'session.status',
  'intervention.applied',
  'intervention.rejected',
  'budget.warned',
  'context.compacted',
  'drift',
  'note',
])

export function plainLog(io: Io, { onInterrupt }: Wishes): SessionShow {
  return {
    isInteractive: false,
    event: (event, _, step) => {
      if (step) io.report(stepLine(step, columns, io.err.paint))
      else if (io.isVerbose && told.has(event.type)) io.report(io.err.paint('dim', verboseLine(event)))
    },
    tell: (lines) => {
      for (const line of lines) io.report(line)
    },
    ask: (prompt, options) => linePrompt(io, prompt, { ...options, onInterrupt }),
    close: () => {},
  }
}

function verboseLine({ type, path, data }: SessionEvent): string {
  return `· ${type}${path ? ` ${path}` : ''} ${oneLine(JSON.stringify(data)).slice(0, columns)}`
}
