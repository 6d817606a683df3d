/** Where a fork comes from. */
import type { SessionLog } from './session-log.ts'

/** The last step a fork took over: it ended before the fork began. '' where it took over none. */
export function keptStep({ steps, startedAt }: SessionLog): string {
  return steps.findLast(({ endedAt }) => endedAt < startedAt)?.path ?? ''
}
