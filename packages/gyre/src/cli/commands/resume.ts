/** `gyre resume`: goes on with a session whose process died, or that is paused or waits. */
import { GyreError, type SessionRow } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import type { Place } from '../place.ts'
import { followSession } from '../session/follow-session.ts'
import { resumableSessions } from '../session/interrupted-sessions.ts'
import { sessionId } from '../session/session-id.ts'

export const resume: CommandRun = async ({ args: [named], io, place: open }) => {
  const place = await open()
  const id = named === undefined ? await onlyOne(place) : await sessionId(place.runtime, named)
  return followSession(await place.runtime.resume(id), { io, place, isOurs: true })
}

/** The one session that can go on. Which of several is meant is for the person to say. */
async function onlyOne({ runtime }: Place): Promise<string> {
  const sessions = await resumableSessions(runtime, Date.now())
  const [only] = sessions
  if (!only) throw new GyreError('usage-invalid', 'No session is interrupted or paused.')
  if (sessions.length === 1) return only.row.id
  const listed = sessions.map(
    ({ row, status }) => `  gyre resume ${row.id}  ${shown(row, status)}  ${row.mirror.title}`,
  )
  throw new GyreError('usage-invalid', `${sessions.length} sessions can go on. Name one:\n${listed.join('\n')}`)
}

function shown({ mirror }: SessionRow, status: string): string {
  return status === 'queued' && mirror.status === 'waiting' ? 'answered' : status
}
