/** `gyre attach`: watches a session that runs in this or another process; keys are sent as interventions. */
import { GyreError, type SessionRow } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import type { Io } from '../io.ts'
import { followSession } from '../session/follow-session.ts'
import { sessionId } from '../session/session-id.ts'
import { isAlone } from '../session/session-vigil.ts'

export const attach: CommandRun = async ({ args: [named = ''], io, place: open }) => {
  const place = await open()
  const id = await sessionId(place.runtime, named)
  const session = await place.runtime.session(id)
  const row = await place.runtime.store.sessions.get(id)
  if (row && isLeft(row) && (await isAlone(place, id))) throw nobodyRuns(id)
  try {
    return await followSession(session, { io: row?.state === 'running' ? io : watching(io), place, isOurs: false })
  } catch (error) {
    throw error instanceof GyreError && error.code === 'session-interrupted' ? nobodyRuns(id, error) : error
  }
}

/** Whether its process gave it back in the middle: it would be watched for ever. */
function isLeft({ state, mirror }: SessionRow): boolean {
  return state === 'queued' && !['queued', 'paused', 'waiting'].includes(mirror.status)
}

function nobodyRuns(id: string, cause?: unknown): GyreError {
  return new GyreError(
    'session-interrupted',
    `Interrupted. Nobody runs session \`${id}\`. Go on with it: gyre resume ${id}`,
    {
      cause,
    },
  )
}

/** Nobody would do what keys ask of a session that nobody runs. */
function watching(io: Io): Io {
  return { ...io, input: { ...io.input, canAsk: false } }
}
