/** `POST /v1/chat/completions`: an answer of a persona or a loop, streamed or not. */

import { type Context, Hono } from 'hono'
import { callerId } from '../../auth/caller.ts'
import type { AppEnv, Service } from '../../http/app-env.ts'
import { readBody } from '../../http/read-body.ts'
import { sseResponse } from '../../http/sse.ts'
import type { Asker } from '../../session/begin-session.ts'
import { tokensOf, usageSince } from '../usage.ts'
import { noting } from './asked-question.ts'
import { answerTask, isBackgroundTask, type TaskAnswer } from './background-task.ts'
import { type ChatRequest, chatRequest } from './chat-request.ts'
import { streamedAnswer, streamedText } from './chat-stream.ts'
import type { Manner } from './chat-voice.ts'
import type { ChunkHead } from './chunks.ts'
import { completion, gather } from './completion.ts'
import { onLeaving } from './departure.ts'
import { findTurn } from './find-turn.ts'
import { outputOf } from './new-turn.ts'
import type { FinishReason } from './piece.ts'
import { piecesOf } from './turn.ts'

type Exchange = {
  readonly service: Service
  readonly context: Context<AppEnv>
  readonly asker: Asker
  readonly request: ChatRequest
}

export function chatRoutes(service: Service): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post('/chat/completions', async (context) => {
    const { caller, tenant } = context.var
    const request = readBody(context, chatRequest)
    const exchange: Exchange = { service, context, request, asker: { caller, tenant } }
    if (isBackgroundTask(request, context.req.raw.headers)) return background(exchange)
    return request.stream ? streamed(exchange) : whole(exchange)
  })
  return routes
}

function headOf({ service, request }: Exchange, name: string): ChunkHead {
  return { id: `chatcmpl-${name}`, created: Math.floor(service.now() / 1000), model: request.model }
}

/** An answer that must be JSON has nothing else in its content. */
function mannerOf(request: ChatRequest): Manner {
  const { status = 'event', reasoning = 'reasoning_content' } = request.gyre ?? {}
  if (!outputOf(request)) return { status, reasoning }
  return {
    status: status === 'content' ? 'event' : status,
    reasoning: reasoning === 'think' ? 'reasoning_content' : reasoning,
    isFormed: true,
  }
}

async function whole(exchange: Exchange): Promise<Response> {
  const { context, asker, request } = exchange
  const { tenant } = asker
  const turn = await findTurn(asker, request, context.req.raw.headers)
  const { id } = turn.session
  context.header('x-gyre-session-id', id)
  const departure = onLeaving(turn, exchange)
  try {
    const pieces = piecesOf(turn, { tenant, manner: mannerOf(request), signal: departure.signal })
    const gathered = await gather(noting(pieces, asker, request))
    // Nobody reads it.
    if (!gathered) return context.body(null, 204)
    const usage = await usageSince(tenant.runtime, id, turn.after)
    return context.json(completion(headOf(exchange, id), gathered, usage))
  } finally {
    departure.forget()
  }
}

async function streamed(exchange: Exchange): Promise<Response> {
  const { service, context, asker, request } = exchange
  const { caller, tenant } = asker
  const release = service.streams.open(callerId(caller))
  try {
    const turn = await findTurn(asker, request, context.req.raw.headers)
    const { id } = turn.session
    const departure = onLeaving(turn, exchange)
    const telling = { tenant, manner: mannerOf(request), signal: departure.signal }
    const usage = request.stream_options?.include_usage ? () => usageSince(tenant.runtime, id, turn.after) : undefined
    const pieces = noting(piecesOf(turn, telling), asker, request)
    return sseResponse(streamedAnswer(headOf(exchange, id), pieces, usage), {
      keepAliveMs: service.keepAliveMs,
      headers: { 'x-gyre-session-id': id },
      onClose: (isCut) => {
        departure.close(isCut)
        release()
      },
    })
  } catch (error) {
    release()
    throw error
  }
}

async function background(exchange: Exchange): Promise<Response> {
  const { service, context, asker, request } = exchange
  const release = request.stream ? service.streams.open(callerId(asker.caller)) : () => {}
  try {
    const answer = await answerTask(asker, request, context.req.raw.signal)
    const head = headOf(exchange, answer.id)
    if (!request.stream) return context.json(taskCompletion(head, answer))
    const usage = request.stream_options?.include_usage ? tokensOf([answer.usage]) : undefined
    const pieces = streamedText(head, { text: answer.text, reason: reasonOf(answer), usage })
    return sseResponse(pieces, { keepAliveMs: service.keepAliveMs, onClose: release })
  } catch (error) {
    release()
    throw error
  }
}

function reasonOf({ isCut }: TaskAnswer): FinishReason {
  return isCut ? 'length' : 'stop'
}

function taskCompletion(head: ChunkHead, answer: TaskAnswer) {
  const { text, usage } = answer
  const message = { role: 'assistant', content: text, refusal: null }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: reasonOf(answer) }]
  return { ...head, object: 'chat.completion', choices, usage: tokensOf([usage]) }
}
