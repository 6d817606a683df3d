/** How one call is shown while it runs. */
import type { SessionShow } from '../session/session-show.ts'

/** What became of the call is told when it is over, whole: a call that failed has no line of its own before that. */
export function callShow(show: SessionShow): SessionShow {
  return {
    isInteractive: show.isInteractive,
    event: (event, picture, step) => {
      const isOurs = step !== undefined && step.depth === 0
      show.event(event, picture, isOurs && step.hasFailed ? undefined : step)
    },
    tell: (lines) => show.tell(lines),
    ask: (prompt, options) => show.ask(prompt, options),
    close: () => show.close(),
  }
}
