/** `gyre run`: one session, from its start to its end or to where a person is needed. */
import type { ModelInput } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { answerFile } from '../output/answer-file.ts'
import type { Place } from '../place.ts'
import { followSession } from '../session/follow-session.ts'
import { interruptedSessions } from '../session/interrupted-sessions.ts'
import { queueSession, queueTerms } from '../session/queue-session.ts'
import { readRequest, type SessionRequest, startSession } from '../session/session-request.ts'

export const run: CommandRun = async (call) => {
  const { io, options } = call
  const waits = queueTerms(options, Date.now())
  if (waits) return queueSession(call, waits)
  const file = await answerFile(call)
  const place = await call.place()
  const request = await readRequest(call, place)
  const notices = io.output === 'text' && !io.isQuiet ? await noticesBefore(place, request) : []
  const session = await startSession(place, request)
  // Before an error they would stand in its way.
  for (const notice of notices) io.report(notice)
  return followSession(session, { io, place, isOurs: true, file })
}

/** Somebody else's work is told of and never begun. */
async function noticesBefore(place: Place, request: SessionRequest): Promise<readonly string[]> {
  const left = await interruptedSessions(place.runtime, Date.now())
  const [only] = left
  const interrupted =
    left.length === 1
      ? `1 interrupted session: gyre resume ${only?.id}`
      : `${left.length} interrupted sessions: gyre resume`
  return [
    ...(isDemo(await modelOf(place, request))
      ? ['The offline demo model answers by rules: name another one with -m, or set a key.']
      : []),
    ...(only ? [interrupted] : []),
  ]
}

/** Who will answer: the model that is named, the persona's, the one that is set for the loop, or the usual one. */
async function modelOf(place: Place, { loop, persona, start }: SessionRequest): Promise<ModelInput | undefined> {
  const cast = persona === undefined ? undefined : (await place.runtime.personas.find(persona))?.persona
  const named = start.model ?? cast?.models?.author ?? cast?.model
  if (named) return named
  const set = await place.runtime.settings.ofLoop(cast?.loop ?? loop ?? place.defaultLoop)
  return set?.model ?? place.model()
}

function isDemo(model: ModelInput | undefined): boolean {
  const id = typeof model === 'object' && 'id' in model ? model.id : model
  return typeof id === 'string' && id.startsWith('demo/')
}
