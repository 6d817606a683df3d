/** `gyre run`: one session, from its start to its end or to where a person is needed. */
import type { ModelInput } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { followSession } from '../follow-session.ts'
import { interruptedSessions } from '../interrupted-sessions.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'
import { readRequest, type SessionRequest, startSession } from '../session-request.ts'

export const run: CommandRun = async (call) => {
  const { io } = call
  const place = await call.place()
  const request = await readRequest(call, place)
  if (io.output === 'text') await tellBefore(io, place, request)
  return followSession(await startSession(place, request), { io, place, isOurs: true })
}

/** Somebody else's work is told of and never begun. */
async function tellBefore(io: Io, place: Place, { start }: SessionRequest): Promise<void> {
  if (io.isQuiet) return
  if (isDemo(start.model)) io.report('The offline demo model answers by rules: name another one with -m, or set a key.')
  const left = await interruptedSessions(place.runtime, Date.now())
  const [only] = left
  if (only && left.length === 1) io.report(`1 interrupted session: gyre resume ${only.id}`)
  else if (only) io.report(`${left.length} interrupted sessions: gyre resume`)
}

function isDemo(model: ModelInput | undefined): boolean {
  return typeof model === 'object' && 'id' in model && model.id.startsWith('demo/')
}
