/** A client that leaves before the end: its session is aborted with it, or goes on alone. */
import type { Context } from 'hono'
import type { AppEnv, Service } from '../../http/app-env.ts'
import type { Asker } from '../../session/begin-session.ts'
import type { ChatRequest } from './chat-request.ts'
import type { Turn } from './turn.ts'

export type Departure = {
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** It got its answer: from now on it may go. */
  forget(): void
  /** Its stream is over, cut off by it or at its end. */
  close(isCut: boolean): void
}

type Circumstances = {
  readonly service: Service
  readonly context: Context<AppEnv>
  readonly asker: Asker
  readonly request: ChatRequest
}

export function onLeaving(turn: Turn, { service, context, asker, request }: Circumstances): Departure {
  const controller = new AbortController()
  const client = context.req.raw.signal
  const isTaken = (request.gyre?.disconnect ?? (turn.isJoined ? 'detach' : service.onDisconnect)) === 'abort'
  const leave = () => {
    if (controller.signal.aborted) return
    controller.abort()
    // One that has ended meanwhile cannot be aborted, and need not be; a server that stops suspends.
    if (isTaken && !service.isStopping) turn.session.abort({ by: asker.caller.name }).catch(() => {})
  }
  client.addEventListener('abort', leave, { once: true })
  if (client.aborted) leave()
  const forget = () => client.removeEventListener('abort', leave)
  const close = (isCut: boolean) => {
    if (isCut) leave()
    forget()
  }
  return { signal: controller.signal, forget, close }
}
