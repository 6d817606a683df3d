/** How many rounds the loop has made, of how many it may: for loops whose settings name a limit. */
import type { SessionLog } from '../session/session-log.ts'

export type Iteration = { readonly number: number; readonly most: number }

export function iterationOf(log: SessionLog): Iteration | undefined {
  const { definition } = log.view
  const { maxIterations } = (definition?.config ?? {}) as { readonly maxIterations?: unknown }
  if (typeof maxIterations !== 'number') return undefined
  const number = definition?.loop === 'reason' ? roundsOf(log) : turnsOf(log)
  return number === 0 ? undefined : { number, most: maxIterations }
}

/** Each round begins with its own phase. */
function roundsOf({ facts }: SessionLog): number {
  const begins = facts.filter(
    ({ type, path = '', data }) => type === 'session.status' && !path.includes('/') && data['phase'] === 'executing',
  )
  return begins.length
}

function turnsOf({ steps }: SessionLog): number {
  return steps.filter(({ path, fact }) => !path.includes('/') && fact.data['turn'] === true).length
}
