/** The log of requests: one entry for each, when its answer is over. Nothing of what was said stands in it. */
import { GyreError } from '@gyre/core'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, Service } from './app-env.ts'
import type { LogEntry } from './gate.ts'

/** Longer paths are somebody's attempt. */
const mostPathCharacters = 512

/** Asked for again and again by machines: told only to who wants to know everything. */
const dull: readonly string[] = ['/health', '/ready', '/metrics']

export function requestLog(service: Service) {
  const { gate, now } = service
  return createMiddleware<AppEnv>(async (context, next) => {
    const { log } = gate
    if (!log) return next()
    const begunAt = now()
    const outgoing = context.env?.outgoing
    const socket = outgoing?.socket
    const sentBefore = socket?.bytesWritten ?? 0
    await next()
    const tell = () => {
      const bytes = socket ? socket.bytesWritten - sentBefore : null
      log(entryOf(service, context, { begunAt, bytes }))
    }
    // A stream goes on after its handler; a client may have gone before it.
    if (outgoing && !outgoing.destroyed) outgoing.once('close', tell)
    else tell()
  })
}

type Measured = { readonly begunAt: number; readonly bytes: number | null }

function entryOf({ place, now }: Service, context: Context<AppEnv>, { begunAt, bytes }: Measured): LogEntry {
  const { method, url } = context.req
  // As it was sent: a decoded one could hold an end of line.
  const { pathname } = new URL(url)
  const path = withoutKeys(place.redacted(pathname.slice(0, mostPathCharacters)))
  const { status } = context.res
  return {
    at: new Date(now()).toISOString(),
    level: levelOf(status, pathname),
    message: `${method} ${path} ${status}`,
    requestId: context.get('requestId'),
    method,
    path,
    status,
    ms: now() - begunAt,
    caller: context.get('caller')?.name ?? null,
    bytes,
    ...(context.error && !(context.error instanceof GyreError) && { error: place.redacted(stackOf(context.error)) }),
  }
}

function levelOf(status: number, path: string): LogEntry['level'] {
  if (status >= 500) return 'error'
  if (status >= 400) return 'warn'
  return dull.includes(path) ? 'debug' : 'info'
}

function withoutKeys(text: string): string {
  return text.replaceAll(/gyre_[0-9a-f]{12}_[\w-]+/gi, '[redacted]')
}

function stackOf(error: Error): string {
  return error.stack ?? error.message
}
