/** Watching a session: its events as a stream that can be taken up again where it was cut. */
import { createRoute, z } from '@hono/zod-openapi'
import { callerId } from '../../auth/caller.ts'
import type { Service } from '../../http/app-env.ts'
import { sseHeaders, sseResponse } from '../../http/sse.ts'
import { askerOf, visibleRow } from '../../session/asker.ts'
import { nativeApp } from '../native-app.ts'
import { answers, failures, forRole, list, mayHave, streams } from '../operation.ts'
import { sessionParams } from '../sessions/session-schemas.ts'
import { eventPieces, mostMissed } from './event-pieces.ts'
import { Watchers } from './watchers.ts'

const watch = createRoute({
  method: 'get',
  path: '/sessions/{id}/events',
  tags: ['sessions'],
  summary: 'Watch a session',
  description:
    'Server-sent events: `id` is the number of a fact, `event` its type, `data` the event as JSON. Who gives no fact to ' +
    `go on from is first told how the session stands, with an event \`snapshot\`; so is who has missed more than ${mostMissed} ` +
    'facts. Deltas, which preview what is being written, have no id and may be left out. The stream ends with the session.',
  ...forRole('viewer'),
  ...mayHave('last-event-id', 'The same as `after`: what browsers send to connect again.'),
  request: {
    params: sessionParams,
    query: z.object({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .describe('The last fact that is known; 0 for all from the first.'),
      missed: z
        .enum(['snapshot', 'facts'])
        .default('snapshot')
        .describe('`facts`: every fact is told, however many were missed, and no snapshot.'),
      deltas: z.enum(['true', 'false']).default('true').describe('`false` leaves out what has no id.'),
    }),
  },
  responses: {
    200: streams('text/event-stream', 'Events, until the session has ended.'),
    204: { description: 'The session has ended, and the watcher has seen all of it: it need not connect again.' },
    ...failures('session-unknown'),
  },
})

const watchersSchema = z.object({
  watchers: list(z.object({ name: z.string().describe('Such as `browser` or `key:laptop`.'), streams: z.int() })),
})

const watching = createRoute({
  method: 'get',
  path: '/sessions/{id}/watchers',
  tags: ['sessions'],
  summary: 'See who watches a session now',
  description: 'Those whose streams of this server are open; you among them.',
  ...forRole('viewer'),
  request: { params: sessionParams },
  responses: { 200: answers(watchersSchema, 'By name.'), ...failures('session-unknown') },
})

export function eventRoutes(service: Service) {
  const watchers = new Watchers()
  const routes = nativeApp().openapi(watching, async (context) => {
    const { id } = await visibleRow(askerOf(context), context.req.valid('param').id)
    return context.json({ watchers: [...watchers.of(id)] }, 200)
  })
  return routes.openapi(watch, async (context) => {
    const { id, state } = await visibleRow(askerOf(context), context.req.valid('param').id)
    const { after, missed, deltas } = context.req.valid('query')
    const known = factNumber(context.req.header('last-event-id'))
    const { runtime } = context.get('tenant')
    if (known !== undefined && state === 'ended' && (await runtime.store.journal.read(id, known + 1, 1)).length === 0) {
      return new Response(null, { status: 204 })
    }
    // Nobody reads what follows: a stream would stay open for ever.
    if (context.req.method === 'HEAD') return new Response(null, { headers: sseHeaders })
    const leaving = new AbortController()
    const wanted = {
      after: known ?? after,
      hasDeltas: deltas === 'true',
      isWhole: missed === 'facts',
      signal: leaving.signal,
    }
    const caller = context.get('caller')
    const close = service.streams.open(callerId(caller))
    const leave = watchers.enter(id, caller.name)
    return sseResponse(eventPieces({ runtime, session: id }, wanted), {
      keepAliveMs: service.keepAliveMs,
      onClose: () => {
        leaving.abort()
        close()
        leave()
      },
    })
  })
}

/** What is no number of a fact says nothing: then the watcher is told all. */
function factNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
