/** How a session ends, and what it is doing until then. */
import { GyreError } from '../errors.ts'

/** How a session ended. After the colon stands what was reached, what it was stuck on, or the code of the error. */
export type Outcome =
  | 'answered'
  | 'gap_open'
  | `limit:${string}`
  | `stuck:${string}`
  | 'blocked'
  | `failed:${string}`
  | 'aborted'

/** What a loop that tells its phases is at. */
export type Phase = 'planning' | 'executing' | 'evaluating' | 'deciding'

/** What a session does now, or how it ended in one word. */
export type Status = 'queued' | 'running' | Phase | 'paused' | 'waiting' | 'completed' | 'failed' | 'aborted' | 'stuck'

/** The words `ctx.phase` may show as the session's status. Any other phase is a name for the audit only. */
export const statusPhases: ReadonlySet<string> = new Set<Phase>(['planning', 'executing', 'evaluating', 'deciding'])

const providerFaults = new Set(['failed:model-auth', 'failed:model-unavailable', 'failed:model-failed'])

const plainOutcomes: ReadonlySet<string> = new Set<Outcome>(['answered', 'gap_open', 'blocked', 'aborted'])
const outcomeForm = /^(?:limit|stuck|failed):./

/** The outcome a loop returned: `answered` when it named none. Any other word would pass for success. */
export function readOutcome(returned: unknown): Outcome {
  if (returned === undefined || returned === null) return 'answered'
  if (typeof returned === 'string' && (plainOutcomes.has(returned) || outcomeForm.test(returned)))
    return returned as Outcome
  throw new GyreError(
    'outcome-invalid',
    `The loop ended with the outcome \`${returned}\`. There are ${[...plainOutcomes].join(', ')}, limit:<what>, stuck:<why> and failed:<code>.`,
  )
}

/** The last status of a session with this outcome. */
export function statusOf(outcome: Outcome): Status {
  if (outcome === 'aborted') return 'aborted'
  if (outcome.startsWith('stuck:')) return 'stuck'
  if (outcome === 'blocked' || outcome.startsWith('failed:')) return 'failed'
  return 'completed'
}

/** What the command exits with: 0 answered, 1 failed, 3 limit, 5 provider, 130 interrupted. */
export function exitCodeOf(outcome: Outcome): number {
  if (outcome === 'answered') return 0
  if (outcome === 'gap_open' || outcome.startsWith('limit:')) return 3
  if (outcome === 'aborted') return 130
  return providerFaults.has(outcome) ? 5 : 1
}

/** What a session that has not ended makes the command exit with: 4 when a person must answer, 130 when paused. */
export function exitCodeOfPause(status: 'waiting' | 'paused'): number {
  return status === 'waiting' ? 4 : 130
}
