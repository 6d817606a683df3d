/**
 * Titles, tags and the like, which clients ask of the same model as the answer.
 *
 * One plain call of the utility model answers them: no session, nothing that is kept. What a key spends is counted.
 */
import {
  assistant,
  GyreError,
  type Message,
  type Model,
  type ModelCall,
  type ModelRequest,
  type Persona,
  system,
  type Usage,
  user,
} from '@gyre/core'
import { requireRole } from '../../auth/caller.ts'
import { type Asker, targetNamed } from '../../session/begin-session.ts'
import { beginWithin, countSpent } from '../../session/caller-budget.ts'
import type { ChatMessage, ChatRequest } from './chat-request.ts'
import { textOfMessage } from './chat-task.ts'
import { outputOf } from './new-turn.ts'

/** The words Open WebUI begins them with; only one that is not streamed is one. */
const taskPrefix = '### Task:\n'

const taskHeaders = ['x-gyre-task', 'x-openwebui-task'] as const

const mostOutputTokens = 1000

export function isBackgroundTask({ messages, stream }: ChatRequest, headers: Headers): boolean {
  // A header that is empty, or whose template was not filled in, says nothing.
  if (taskHeaders.some((name) => /^\w+$/.test(headers.get(name) ?? ''))) return true
  const first = messages.find(({ role }) => role === 'user')
  return stream !== true && first !== undefined && textOfMessage(first).startsWith(taskPrefix)
}

export type TaskAnswer = OneReply & { readonly id: string }

type OneReply = { readonly text: string; readonly usage: Usage; readonly isCut: boolean }

/** For the budget of its key it is a session like any other: otherwise these would be calls that nobody counts. */
export async function answerTask(asker: Asker, request: ChatRequest, signal: AbortSignal): Promise<TaskAnswer> {
  const { caller, tenant } = asker
  requireRole(caller, 'user')
  await targetNamed(asker, request.model)
  const { keyValue } = tenant.runtime.store
  const model = await tenant.model(utilityOf((await tenant.runtime.personas.find(request.model))?.persona))
  const { id } = await beginWithin(caller, keyValue, {}, async () => ({ id: `task-${crypto.randomUUID()}` }))
  const answer = await oneCall(model, modelRequest(request), { signal, session: id, path: 'task#1' })
  const { inputTokens, outputTokens } = answer.usage
  const spent = { tokens: inputTokens + outputTokens, costUsd: costOf(model, answer.usage) }
  await countSpent(keyValue, id, spent, Date.now())
  return { ...answer, id }
}

function utilityOf(persona: Persona | undefined): string | undefined {
  return persona?.models?.utility ?? persona?.model
}

const million = 1_000_000

function costOf({ price }: Model, { inputTokens, outputTokens }: Usage): number {
  return price ? (inputTokens * price.input + outputTokens * price.output) / million : 0
}

function modelRequest(request: ChatRequest): ModelRequest {
  const schema = outputOf(request)
  return {
    messages: request.messages.map(plainMessage),
    maxOutputTokens: request.max_completion_tokens ?? request.max_tokens ?? mostOutputTokens,
    ...(typeof request.temperature === 'number' && { temperature: request.temperature }),
    ...(schema && { output: { name: 'answer', schema } }),
  }
}

function plainMessage(message: ChatMessage): Message {
  const text = textOfMessage(message)
  if (message.role === 'assistant') return assistant(text)
  return message.role === 'system' || message.role === 'developer' ? system(text) : user(text)
}

async function oneCall(model: Model, request: ModelRequest, call: ModelCall): Promise<OneReply> {
  let text = ''
  for await (const part of model.stream(request, call)) {
    if (part.type === 'text') text += part.text
    if (part.type === 'retry') text = ''
    if (part.type === 'finish') return { text, usage: part.usage, isCut: part.reason === 'length' }
  }
  throw new GyreError('model-failed', `\`${model.id}\` ended before it had answered.`)
}
