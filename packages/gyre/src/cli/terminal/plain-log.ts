/** A session as lines of a log: one for each finished step. */
import type { FinishedStep, SessionEvent } from '@gyre/core'
import type { Io } from '../io.ts'
import type { SessionShow, Wishes } from '../session/session-show.ts'
import { earlierLines } from './earlier-steps.ts'
import { linePrompt } from './line-prompt.ts'
import { withTimes } from './note-times.ts'
import { oneLine } from './one-line.ts'
import { ProgressNews } from './progress-news.ts'
import { reasonLine } from './reason-note.ts'
import { rejectionLines } from './rejection.ts'
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
      if (picture.isPast) return
      for (const line of newsLines(io, picture, step)) io.report(line)
      const line = step || picture.reason ? undefined : lineOf(event, picture)
      if (line !== undefined) io.report(io.err.paint('dim', line))
    },
    tell: (lines) => {
      for (const line of lines) io.report(line)
    },
    ask: (prompt, options) => linePrompt(io, prompt, { ...options, onInterrupt }),
    close: () => {},
  }
}

function newsLines({ err, input }: Io, picture: SessionPicture, step: FinishedStep | undefined): readonly string[] {
  const { paint } = err
  const { reason, retries, rejection } = picture
  return [
    ...earlierLines(picture).map((line) => paint('dim', line)),
    ...rejectionLines(rejection, input.canAsk),
    ...retries.map((news) => retryLine(news, columns, paint)),
    ...(reason ? [reasonLine(reason, columns, paint)] : []),
    ...(step ? [stepLine(step, columns, paint)] : []),
  ]
}

function verboseLine({ type, path, data }: SessionEvent): string {
  return `· ${type}${path ? ` ${path}` : ''} ${oneLine(JSON.stringify(withTimes(data))).slice(0, columns)}`
}
