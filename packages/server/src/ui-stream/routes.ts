/** The AI SDK's UI message stream under `/ui`: what `useChat` speaks. */
import { Hono } from 'hono'
import { authenticate } from '../auth/authenticate.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { readBody } from '../http/read-body.ts'
import { askerOf } from '../session/asker.ts'
import { openSession, threadFor } from '../session/client-thread.ts'
import { type TurnWriter, turnResponse } from '../session/turn-response.ts'
import { chatInput } from './chat-input.ts'
import { chatStart } from './chat-start.ts'
import { type Chunk, chunkText, lastText, streamHeaders } from './chunk.ts'
import { UiEncoder } from './ui-encoder.ts'
import { type UiTurn, uiTurn } from './ui-turn.ts'

export function uiStreamRoutes(service: Service): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.use(authenticate(service))
  routes.post('/chat', async (context) => {
    const input = await readBody(context, chatInput)
    const asker = askerOf(context)
    const start = await chatStart(asker, input)
    const writer = writerOf(uiTurn(start, input.messages.at(-1)))
    // Pages are loaded again, and then find their stream again.
    const { disconnect: onDisconnect = 'detach' } = input.gyre ?? {}
    return turnResponse(service, asker, start, { writer, headers: streamHeaders, onDisconnect })
  })
  routes.get('/chat/:id/stream', async (context) => {
    const asker = askerOf(context)
    const open = await openSession(asker, threadFor(asker.tenant.owner, context.req.param('id')))
    if (!open) return context.body(null, 204)
    const start = { session: open.id, toldUpTo: 0, historyUpTo: open.seq, replies: new Map() }
    const writer = writerOf(uiTurn(start))
    return turnResponse(service, asker, start, { writer, headers: streamHeaders, onDisconnect: 'detach' })
  })
  return routes
}

function writerOf(turn: UiTurn): TurnWriter {
  const encoder = new UiEncoder(turn)
  return {
    begin: () => texts(encoder.start()),
    recall: (moment) => encoder.recall(moment),
    tell: (moment) => texts(encoder.encode(moment), moment.type === 'ended'),
    wait: (questions) => texts(encoder.waits(questions), true),
    fail: (error) => texts(encoder.failed(error), true),
  }
}

function texts(chunks: readonly Chunk[], isLast = false): string {
  return `${chunks.map(chunkText).join('')}${isLast ? lastText : ''}`
}
