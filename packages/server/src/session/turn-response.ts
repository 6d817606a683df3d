/** A turn as a streamed response, counted while it is open, and what becomes of the session when its client goes away. */

import { GyreError } from '@gyre/core'
import { callerId } from '../auth/caller.ts'
import type { OnDisconnect, Service } from '../http/app-env.ts'
import { serverError } from '../http/errors.ts'
import { sseResponse } from '../http/sse.ts'
import type { Moment } from '../narration/moment.ts'
import type { Asker } from './begin-session.ts'
import { toldError } from './told-error.ts'
import { type TurnEvent, type TurnStart, turn } from './turn.ts'

/** How a protocol writes a turn: texts of whole events. */
export type TurnWriter = {
  /** Before anything is known of the session. */
  begin(): string
  /** What was told in an earlier turn. */
  recall(moment: Moment): void
  tell(moment: Moment): string
  wait(questions: Extract<TurnEvent, { readonly type: 'waits' }>['questions']): string
  fail(error: GyreError): string
}

type TurnOptions = {
  readonly writer: TurnWriter
  readonly headers?: Readonly<Record<string, string>>
  /** What becomes of the session when this client goes away before its end. */
  readonly onDisconnect: OnDisconnect
}

export function turnResponse(service: Service, asker: Asker, start: TurnStart, options: TurnOptions): Response {
  const { headers = {}, onDisconnect } = options
  const writer = discreet(options.writer, asker, start.session)
  const { caller, tenant } = asker
  const left = new AbortController()
  const release = service.streams.open(callerId(caller))
  return sseResponse(texts(turn(tenant, start, left.signal), writer), {
    keepAliveMs: service.keepAliveMs,
    headers: { 'x-gyre-session-id': start.session, ...headers },
    onClose: (isCut) => {
      release()
      left.abort()
      // Nobody is there to be told of a failure. A server that stops suspends its sessions.
      const isLeft = isCut && !service.isStopping
      if (isLeft && onDisconnect === 'abort') void abandon(asker, start.session).catch(() => {})
    },
  })
}

/** A writer that is given what the caller may know. */
function discreet(writer: TurnWriter, { caller }: Asker, session: string): TurnWriter {
  const tell = (moment: Moment) => {
    if (moment.type !== 'ended') return writer.tell(moment)
    const error = toldError({ session, error: moment.end.error }, caller)
    return writer.tell({ ...moment, end: { ...moment.end, error } })
  }
  return { ...writer, tell }
}

async function* texts(events: AsyncGenerator<TurnEvent, void>, writer: TurnWriter): AsyncGenerator<string, void> {
  yield writer.begin()
  try {
    let isOver = false
    for await (const event of events) {
      isOver = isLast(event)
      const text = textOf(event, writer)
      if (text !== '') yield text
    }
    if (!isOver) yield writer.fail(new GyreError('server-stopping', 'The server stopped before the session had ended.'))
  } catch (error) {
    yield writer.fail(serverError(error))
  }
}

function isLast(event: TurnEvent): boolean {
  return event.type === 'waits' || event.moment.type === 'ended'
}

function textOf(event: TurnEvent, writer: TurnWriter): string {
  if (event.type === 'waits') return writer.wait(event.questions)
  if (!event.isPast) return writer.tell(event.moment)
  writer.recall(event.moment)
  return ''
}

/** One that waits has told its client all there is: clients leave then, and come back with a reply. */
async function abandon({ caller, tenant }: Asker, id: string): Promise<void> {
  const session = await tenant.runtime.session(id)
  const row = await tenant.runtime.store.sessions.get(id)
  if (row && row.state !== 'ended' && row.mirror.status !== 'waiting') await session.abort({ by: caller.name })
}
