/** Ids of calls that a client runs: they lead back to the session, and to the question it waits with. */
import { hash } from 'node:crypto'

/** Enough to tell the open questions of one session apart. */
const placeLength = 12

export function callId(session: string, path: string): string {
  return `call_${session}_${hash('sha256', path, 'hex').slice(0, placeLength)}`
}

/** The session of a call; undefined for an id that was not made here. */
export function sessionOfCall(id: string): string | undefined {
  return /^call_(ses_[\w-]+)_[0-9a-f]{12}$/.exec(id)?.[1]
}
