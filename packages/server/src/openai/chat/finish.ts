/**
 * How an answer ends, by how its session did.
 *
 * | outcome | answer |
 * | --- | --- |
 * | `answered`, `gap_open`: what is missing is told beside it | `stop` |
 * | `limit:*`: it ended before all was done | `length` |
 * | `aborted` | `stop`, and the status tells |
 * | `blocked` | `content_filter` |
 * | `stuck:*` | `stop` when there is an answer, else an error |
 * | `failed:*` | an error |
 */
import { type ErrorCode, errorTable, GyreError } from '@gyre/core'
import type { Ending } from '../../narration/moment.ts'
import type { FinishReason, Piece } from './piece.ts'

export function lastPiece(session: string, end: Ending): Piece {
  const { outcome, status, gap } = end
  const reason = reasonOf(end)
  if (!reason) return { type: 'failure', error: failureOf(session, end) }
  return { type: 'finish', reason, standing: { session, status, outcome, ...(gap !== null && { gap }) } }
}

/** The last status: it is done, whatever came of it. */
export function lastStatus({ outcome }: Ending): string {
  if (outcome === 'answered') return 'Done'
  if (outcome === 'aborted') return 'Aborted'
  if (outcome === 'blocked') return 'Refused'
  if (outcome === 'gap_open') return 'Done, with a gap left open'
  const [kind, what = ''] = outcome.split(':', 2)
  if (kind === 'limit') return `Stopped by the limit on ${what}`
  return kind === 'stuck' ? `Stuck: ${what}` : 'Failed'
}

function reasonOf({ outcome, text }: Ending): FinishReason | undefined {
  if (outcome === 'answered' || outcome === 'gap_open' || outcome === 'aborted') return 'stop'
  if (outcome.startsWith('limit:')) return 'length'
  if (outcome === 'blocked') return 'content_filter'
  return outcome.startsWith('stuck:') && text !== '' ? 'stop' : undefined
}

function failureOf(session: string, { outcome, error }: Ending): GyreError {
  const code = error?.code ?? codeOf(outcome)
  const message = error?.message ?? `The session ended as \`${outcome}\` with no answer.`
  return new GyreError(isErrorCode(code) ? code : 'loop-failed', message, { session, outcome })
}

/** Nothing threw in a loop that was stuck: no reply of its model was of use to it. */
function codeOf(outcome: Ending['outcome']): string {
  return outcome.startsWith('stuck:') ? 'output-invalid' : outcome.slice('failed:'.length)
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code)
}
