/** How a session is shown while it runs, and how a person is asked there. */
import type { Action, FinishedStep, Json, SessionEvent } from '@gyre/core'
import type { Io } from '../io.ts'
import type { SessionPicture } from '../terminal/session-picture.ts'

export type AskOptions = { readonly prefill?: string; readonly signal: AbortSignal }

export type SessionShow = {
  /** Whether a person sits before it who can press keys. */
  readonly isInteractive: boolean
  /** An event, what is known by now, and the step that has finished with it. */
  event(event: SessionEvent, picture: SessionPicture, step: FinishedStep | undefined): void
  /** Lines that stay. */
  tell(lines: readonly string[]): void
  /** A line from a person; undefined when they gave none. */
  ask(prompt: string, options: AskOptions): Promise<string | undefined>
  close(): void
}

/** What a person wants by a key. */
export type Wish = { readonly action: Action; readonly body?: Json }

export type Wishes = {
  readonly onWish: (wish: Wish) => void
  readonly onInterrupt: () => void
  /** Whether it is one call of a tool, of which nothing can be wished but its end. */
  readonly isOneCall?: boolean
}

/** The live view where there is a terminal, events as lines of JSON, lines of a log, or nothing. */
export async function showFor(io: Io, wishes: Wishes): Promise<SessionShow> {
  if (io.output === 'stream-json') return jsonLines(io, wishes)
  if (io.output === 'json') return silentShow(io, wishes)
  if (io.isLive) return new (await import('../terminal/live-view.ts')).LiveView(io, wishes)
  return io.isQuiet ? silentShow(io, wishes) : (await import('../terminal/plain-log.ts')).plainLog(io, wishes)
}

function jsonLines(io: Io, wishes: Wishes): SessionShow {
  return { ...silentShow(io, wishes), event: (event) => io.printJson(event) }
}

function silentShow(io: Io, { onInterrupt }: Wishes): SessionShow {
  return {
    isInteractive: false,
    event: () => {},
    // Who wants it quiet and is asked something must know what.
    tell: (lines) => {
      if (io.output === 'text') for (const line of lines) io.err.write(`${line}\n`)
      else for (const line of lines) io.report(line)
    },
    ask: async (prompt, options) => {
      const { linePrompt } = await import('../terminal/line-prompt.ts')
      return linePrompt(io, prompt, { ...options, onInterrupt })
    },
    close: () => {},
  }
}
