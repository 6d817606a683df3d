/** What callers are told of a session that failed. */
import type { Caller } from '../auth/caller.ts'
import type { Ending } from '../narration/moment.ts'

/** A loop's own exception may name what is inside of it: its text was written for whoever runs the server. */
export const loopFailed = 'The loop failed.'

type Failed = Pick<Ending, 'error'> & { readonly session: string }

/** An end as programs are told of it, whose messages often go on to others. */
export function toldEnd(session: string, end: Ending): Ending {
  return { ...end, error: toldError({ session, error: end.error }, { role: 'user' }) }
}

/** The error of an end, as far as a caller may know it. */
export function toldError({ session, error }: Failed, { role }: Pick<Caller, 'role'>): Ending['error'] {
  if (error?.code !== 'loop-failed' || role === 'admin') return error
  return { code: error.code, message: `${loopFailed} An administrator finds the reason in session \`${session}\`.` }
}
