/**
 * `/v1/responses`: a response is a stretch of a session, told from its journal.
 *
 * Every response is kept, whatever `store` says: the journal is what makes it. Its owner can read it until they remove it.
 */
import { GyreError } from '@gyre/core'
import { type Context, Hono } from 'hono'
import { callerId, requireRole } from '../auth/caller.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { readBody } from '../http/read-body.ts'
import { sseResponse } from '../http/sse.ts'
import { answerTask } from '../openai/chat/background-task.ts'
import type { ChatRequest } from '../openai/chat/chat-request.ts'
import { type Departure, onLeaving } from '../openai/chat/departure.ts'
import { ownSession } from '../openai/chat/own-session.ts'
import type { Asker } from '../session/begin-session.ts'
import { askResponse } from './ask-response.ts'
import { inputItems, readListQuery } from './input-items.ts'
import { pageExtra } from './page-extras.ts'
import { type ResponseRequest, responseRequest } from './request.ts'
import { echoOf } from './response-echo.ts'
import type { AskedResponse } from './response-encoder.ts'
import { keptResponse, removeResponse } from './response-records.ts'
import type { ResponseEvent } from './response-wire.ts'
import { taskIn, taskResponse } from './task-response.ts'
import { readResponse, responseEvents, type TellOptions } from './tell-response.ts'

type Exchange = { readonly service: Service; readonly context: Context<AppEnv>; readonly asker: Asker }

export function responsesRoutes(service: Service): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const exchangeOf = (context: Context<AppEnv>): Exchange => {
    const { caller, tenant } = context.var
    return { service, context, asker: { caller, tenant } }
  }
  routes.post('/', (context) => create(exchangeOf(context)))
  routes.get('/:id', (context) => retrieve(exchangeOf(context), context.req.param('id')))
  routes.delete('/:id', (context) => remove(exchangeOf(context), context.req.param('id')))
  routes.post('/:id/cancel', (context) => cancel(exchangeOf(context), context.req.param('id')))
  routes.get('/:id/input_items', (context) => listInput(exchangeOf(context), context.req.param('id')))
  return routes
}

async function create(exchange: Exchange): Promise<Response> {
  const { service, context, asker } = exchange
  const { runtime } = asker.tenant
  const request = await readBody(context, responseRequest)
  const task = taskIn(request, context.req.raw.headers)
  if (task) return background(exchange, request, task)
  const release = request.stream ? openStream(exchange) : () => {}
  try {
    const { asked, turn, chat } = await askResponse(asker, request, {
      headers: context.req.raw.headers,
      at: Math.floor(service.now() / 1000),
      redacted: (text) => service.place.redacted(text),
    })
    context.header('x-gyre-session-id', asked.session)
    if (request.background && !request.stream) return context.json(await readResponse(runtime, asked))
    const departure = onLeaving(turn, { service, context, asker, request: chat })
    if (!request.stream) return await whole(exchange, asked, departure)
    const extras = (request.gyre?.status ?? 'event') === 'event' ? { extraOf: pageExtra } : {}
    return streamed(exchange, asked, { signal: departure.signal, ...extras }, (isCut) => {
      departure.close(isCut)
      release()
    })
  } catch (error) {
    release()
    throw error
  }
}

/** A title, tags and the like: one call answers, and nothing is kept. */
async function background(exchange: Exchange, request: ResponseRequest, task: ChatRequest): Promise<Response> {
  const { service, context, asker } = exchange
  const release = request.stream ? openStream(exchange) : () => {}
  try {
    const answer = await answerTask(asker, task, context.req.raw.signal)
    const echo = echoOf(request, (text) => service.place.redacted(text))
    const { events, response } = taskResponse(answer, { createdAt: Math.floor(service.now() / 1000), echo })
    if (!request.stream) return context.json(response)
    return sseResponse(written(events), { keepAliveMs: service.keepAliveMs, onClose: release })
  } catch (error) {
    release()
    throw error
  }
}

function openStream({ service, asker: { caller } }: Exchange): () => void {
  return service.streams.open(callerId(caller))
}

/** Once it is over. What is answered is what reading it later gives. */
async function whole({ context, asker }: Exchange, asked: AskedResponse, { signal, forget }: Departure) {
  const { runtime } = asker.tenant
  try {
    const last = await lastOf(responseEvents(runtime, asked, { signal }))
    // Nobody reads it.
    if (signal.aborted) return context.body(null, 204)
    if (last?.type === 'error') throw stopping(context, asked.session)
    return context.json(await readResponse(runtime, asked))
  } finally {
    forget()
  }
}

async function lastOf(events: AsyncIterable<ResponseEvent>): Promise<ResponseEvent | undefined> {
  let last: ResponseEvent | undefined
  for await (const event of events) last = event
  return last
}

/** The session goes on at the next start: who asks again would run it twice. */
function stopping(context: Context<AppEnv>, session: string): GyreError {
  context.header('x-gyre-session-id', session)
  return new GyreError('server-stopping', `Session \`${session}\` is not told of any further here.`, { session })
}

function streamed(
  { service, asker }: Exchange,
  asked: AskedResponse,
  options: TellOptions,
  onClose: (isCut: boolean) => void,
): Response {
  const headers = { 'x-gyre-session-id': asked.session }
  const pieces = written(responseEvents(asker.tenant.runtime, asked, options))
  return sseResponse(pieces, { keepAliveMs: service.keepAliveMs, headers, onClose })
}

async function* written(
  events: AsyncIterable<ResponseEvent> | Iterable<ResponseEvent>,
): AsyncGenerator<string, void, undefined> {
  for await (const event of events) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** One that was made here, is not removed, and is of a persona that the caller may use. */
async function find({ asker }: Exchange, id: string): Promise<AskedResponse> {
  const { runtime, owner } = asker.tenant
  const asked = await keptResponse({ keyValue: runtime.store.keyValue, owner }, id)
  await ownSession(asker, asked.session)
  return asked
}

async function retrieve(exchange: Exchange, id: string): Promise<Response> {
  const { context, asker } = exchange
  const asked = await find(exchange, id)
  const { stream, starting_after: seen } = context.req.query()
  if (stream !== 'true') return context.json(await readResponse(asker.tenant.runtime, asked))
  const release = openStream(exchange)
  const gone = new AbortController()
  // Whoever only watches takes nothing with them when they leave.
  return streamed(exchange, asked, { signal: gone.signal, extraOf: pageExtra, ...seenUpTo(seen) }, () => {
    gone.abort()
    release()
  })
}

function seenUpTo(number: string | undefined): Pick<TellOptions, 'seen'> {
  return number !== undefined && /^\d+$/.test(number) ? { seen: Number(number) } : {}
}

/** One that is over stays as it is. */
async function cancel(exchange: Exchange, id: string): Promise<Response> {
  const { context, asker } = exchange
  requireRole(asker.caller, 'user')
  const { runtime } = asker.tenant
  const asked = await find(exchange, id)
  const { session } = await ownSession(asker, asked.session)
  const { status } = await readResponse(runtime, asked)
  if (status === 'in_progress') {
    // It may end by itself in this moment: it is over, then.
    await session.abort({ by: asker.caller.name }).catch(() => {})
    await lastOf(responseEvents(runtime, asked, { signal: context.req.raw.signal }))
  }
  return context.json(await readResponse(runtime, asked))
}

async function remove(exchange: Exchange, id: string): Promise<Response> {
  const { context, asker } = exchange
  requireRole(asker.caller, 'user')
  await find(exchange, id)
  const { runtime, owner } = asker.tenant
  await removeResponse({ keyValue: runtime.store.keyValue, owner }, id)
  return context.json({ id, object: 'response', deleted: true })
}

async function listInput(exchange: Exchange, id: string): Promise<Response> {
  const { context, asker } = exchange
  const query = readListQuery(context.req.query())
  const asked = await find(exchange, id)
  const { rows } = await asker.tenant.runtime.read(asked.session)
  return context.json(inputItems(rows, asked, query))
}
