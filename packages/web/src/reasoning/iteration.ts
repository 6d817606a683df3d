/** How many rounds `reason` has made, of how many it may. The turns of `react` are told by its own view. */
import type { SessionLog } from '../session/session-log.ts'

export type Iteration = { readonly number: number; readonly most: number }

export function iterationOf(log: SessionLog): Iteration | undefined {
  const { definition } = log.view
  const { maxIterations } = (definition?.config ?? {}) as { readonly maxIterations?: unknown }
  if (definition?.loop !== 'reason' || typeof maxIterations !== 'number') return undefined
  const number = roundsOf(log)
  return number === 0 ? undefined : { number, most: maxIterations }
}

/** Each round begins with its own phase. */
function roundsOf({ facts }: SessionLog): number {
  const begins = facts.filter(
    ({ type, path = '', data }) => type === 'session.status' && !path.includes('/') && data['phase'] === 'executing',
  )
  return begins.length
}
