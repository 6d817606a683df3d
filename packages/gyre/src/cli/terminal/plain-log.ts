/** A session as lines of a log: one for each finished step. */
import type { SessionEvent } from '@gyre/core'
import type { Io } from '../io.ts'
import type { SessionShow, Wishes } from '../session/session-show.ts'
import { linePrompt } from './line-prompt.ts'
import { withTimes } from './note-times.ts'
import { oneLine } from './one-line.ts'
import { ProgressNews } from './progress-news.ts'
import { reasonLine } from './reason-note.ts'
import type { SessionPicture } from './session-picture.ts'
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
  const progress = new ProgressNews()
  const lineOf = (event: SessionEvent, { running }: SessionPicture) => {
    if (io.isVerbose) return told.has(event.type) ? verboseLine(event) : undefined
    return event.type === 'tool.progress' ? progress.newsIn(event, running.get(event.path ?? '')) : undefined
  }
  return {
    isInteractive: false,
    event: (event, picture, step) => {
      for (const news of picture.retries) io.report(retryLine(news, columns, io.err.paint))
      const { reason } = picture
      const line = step || reason ? undefined : lineOf(event, picture)
      if (reason) io.report(reasonLine(reason, columns, io.err.paint))
      if (step) io.report(stepLine(step, columns, io.err.paint))
      if (line !== undefined) io.report(io.err.paint('dim', line))
    },
    tell: (lines) => {
      for (const line of lines) io.report(line)
    },
    ask: (prompt, options) => linePrompt(io, prompt, { ...options, onInterrupt }),
    close: () => {},
  }
}

function verboseLine({ type, path, data }: SessionEvent): string {
  return `· ${type}${path ? ` ${path}` : ''} ${oneLine(JSON.stringify(withTimes(data))).slice(0, columns)}`
}
