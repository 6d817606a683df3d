/** A session as lines of a log: one for each finished step. */
import type { SessionEvent } from '@gyre/core'
import type { Io } from '../io.ts'
import type { SessionShow, Wishes } from '../session/session-show.ts'
import { linePrompt } from './line-prompt.ts'
import { oneLine } from './one-line.ts'
import { logColumns as columns, retryLine, stepLine } from './step-line.ts'

const told: ReadonlySet<string> = new Set([
  'session.status',
  'intervention.applied',
  'intervention.rejected',
  'budget.warned',
  'context.compacted',
  'drift',
  'note',
  'tool.progress',
])

export function plainLog(io: Io, { onInterrupt }: Wishes): SessionShow {
  return {
    isInteractive: false,
    event: (event, { retries }, step) => {
      for (const news of retries) io.report(retryLine(news, columns, io.err.paint))
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
