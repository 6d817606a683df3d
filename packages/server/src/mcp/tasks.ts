/**
 * Sessions as tasks of the extension `io.modelcontextprotocol/tasks`: a handle at once, and its state for the asking.
 *
 * A task is the session of the same id: it outlives the connection, the client and this process.
 */
import {
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { requireRole } from '../auth/caller.ts'
import { canAsk, clientCapabilities, type Desk } from './desk.ts'
import { intervene, type Taken, takeAnswers } from './dialogue.ts'
import { formsOf, type OpenQuestion, openQuestions } from './open-questions.ts'
import { type Looked, lookAt, toolResult } from './shown-session.ts'

const extension = 'io.modelcontextprotocol/tasks'
const required = { extensions: { [extension]: {} } }

const named = z.looseObject({ taskId: z.string() })
const answered = named.extend({ inputResponses: z.record(z.string(), z.unknown()).optional() })

/** A step of a loop takes about as long: asking more often tells nothing new. */
const pollIntervalMs = 1000

/** Whether a client takes a task for a result. */
export function wantsTasks(desk: Desk, ctx: ServerContext): boolean {
  return ctx.mcpReq.envelope !== undefined && clientCapabilities(desk, ctx).extensions?.[extension] !== undefined
}

/** What `tools/call` answers with in place of a result. How the session stands is with it, as for every other client. */
export async function taskHandle({ asker }: Desk, session: string): Promise<CallToolResult> {
  const looked = await lookAt(asker, session)
  return { ...plainTask(looked), ...toolResult(looked.shown), resultType: 'task', status: 'working' }
}

/** Only those who speak the version of the extension find it. */
export function registerTasks(desk: Desk): void {
  const { server } = desk.server
  server.registerCapabilities(required)
  server.setRequestHandler('tasks/get', { params: named }, async ({ taskId }, ctx) => {
    requireExtension(desk, ctx)
    return detailedTask(desk, ctx, await found(desk, taskId))
  })
  server.setRequestHandler('tasks/update', { params: answered }, async ({ taskId, inputResponses }, ctx) => {
    requireExtension(desk, ctx)
    const { stored } = await found(desk, taskId)
    const open = openQuestions(stored)
    refuseUnfit(open, await takeAnswers(desk, taskId, open, inputResponses ?? ctx.mcpReq.inputResponses))
    return {}
  })
  server.setRequestHandler('tasks/cancel', { params: named }, async ({ taskId }, ctx) => {
    requireExtension(desk, ctx)
    const { shown } = await found(desk, taskId)
    const { caller, tenant } = desk.asker
    requireRole(caller, 'user')
    const sent = { action: 'abort', body: {}, by: caller.name } as const
    if (shown.outcome === null) await intervene(tenant.runtime, taskId, sent)
    return {}
  })
}

function requireExtension(desk: Desk, ctx: ServerContext): void {
  if (!wantsTasks(desk, ctx)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: required })
}

/** Answers that fit were taken all the same. */
function refuseUnfit(open: readonly OpenQuestion[], { unfit }: Taken): void {
  const asked = open.filter(({ question }) => unfit.includes(question.path)).map(({ question }) => question.question)
  if (asked.length === 0) return
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The answer does not fit the form: ${asked.join(' ')}`)
}

async function found({ asker }: Desk, id: string): Promise<Looked> {
  return lookAt(asker, id).catch((error: Error) => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
  })
}

function plainTask({ shown: { session_id: taskId, status }, stored: { row } }: Looked) {
  const { createdAt, updatedAt } = row.mirror
  return {
    taskId,
    statusMessage: `The session is ${status}.`,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: null,
    pollIntervalMs,
  }
}

function detailedTask(desk: Desk, ctx: ServerContext, looked: Looked): Result {
  const { shown, stored } = looked
  const task = plainTask(looked)
  if (shown.outcome === 'aborted') return { ...task, status: 'cancelled' }
  if (shown.outcome !== null) return { ...task, status: 'completed', result: toolResult(shown) }
  const open = canAsk(desk, ctx) ? openQuestions(stored) : []
  if (open.length > 0) return { ...task, status: 'input_required', inputRequests: formsOf(open) }
  return { ...task, status: 'working', ...(shown.status !== 'running' && shown.next && { statusMessage: shown.next }) }
}
