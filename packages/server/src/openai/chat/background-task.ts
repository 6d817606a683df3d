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
  type StartOptions,
  system,
  type Usage,
  user,
} from '@gyre/core'
import { requireRole } from '../../auth/caller.ts'
import { type Asker, targetNamed } from '../../session/begin-session.ts'
import { beginWithin, countSpent, refuseBeyond } from '../../session/caller-budget.ts'
import type { ChatMessage, ChatRequest } from './chat-request.ts'
import { textOfMessage } from './chat-task.ts'
import { outputOf, samplingOf } from './new-turn.ts'

/** The words Open WebUI begins them with; only one that is not streamed is one. */
const taskPrefix = '### Task:\n'

const taskHeaders = ['x-gyre-task', 'x-openwebui-task'] as const

const mostOutputTokens = 1000

/** A guess, until the model tells what it counted. */
const charactersPerToken = 4

type Asked = Pick<ChatRequest, 'messages' | 'stream'>

export function isBackgroundTask({ messages, stream }: Asked, headers: Headers): boolean {
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
  const asked = modelRequest(request)
  const { id, allowed } = await beginWithin(caller, keyValue, {}, async ({ budget }) => ({
    id: `task-${crypto.randomUUID()}`,
    allowed: withinLimits(asked, model, budget),
  }))
  const spending: Spending = { usage: { inputTokens: tokensIn(asked), outputTokens: 0 } }
  try {
    const answer = await oneCall(model, allowed, { signal, session: id, path: 'task#1' }, spending)
    return { ...answer, id }
  } finally {
    // Also when it was broken off: what was sent and written until then is paid for.
    const { inputTokens, outputTokens } = spending.usage
    const costUsd = costOf(model, spending.usage)
    await countSpent(keyValue, { session: id, tokens: inputTokens + outputTokens, costUsd, hasEnded: true })
  }
}

/** What a call came to so far. */
type Spending = { usage: Usage }

function tokensIn({ messages }: ModelRequest): number {
  return Math.ceil(JSON.stringify(messages).length / charactersPerToken)
}

/** The request with an answer as long as there are means for. Fails as a session would that cannot be paid for. */
function withinLimits(
  request: ModelRequest,
  model: Model,
  { tokens, costUsd }: NonNullable<StartOptions['budget']> = {},
) {
  const inputTokens = tokensIn(request)
  // A token at least is for the answer.
  refuseBeyond(tokens, inputTokens + 1)
  const most = [request.maxOutputTokens ?? mostOutputTokens]
  if (tokens !== undefined) most.push(tokens - inputTokens)
  if (costUsd !== undefined) most.push(affordable(model, inputTokens, costUsd))
  return { ...request, maxOutputTokens: Math.min(...most) }
}

/** How many tokens the answer may have. */
function affordable(model: Model, inputTokens: number, costUsd: number): number {
  const unpriced = [model, ...(model.fallbacks ?? [])].find(({ price }) => price === undefined)
  if (unpriced || !model.price) {
    const { id } = unpriced ?? model
    throw new GyreError('price-unknown', `The cost is limited, but the price of \`${id}\` is not known.`, { model: id })
  }
  const { input, output } = model.price
  const left = costUsd * million - inputTokens * input
  const most = output > 0 ? Math.floor(left / output) : Number.MAX_SAFE_INTEGER
  if (left >= 0 && most >= 1) return most
  throw new GyreError('quota-exceeded', `This key may spend ${costUsd} USD on it, which is too little.`, {
    resource: 'costUsd',
  })
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
    maxOutputTokens: mostOutputTokens,
    ...samplingOf(request),
    ...(schema && { output: { name: 'answer', schema } }),
  }
}

function plainMessage(message: ChatMessage): Message {
  const text = textOfMessage(message)
  if (message.role === 'assistant') return assistant(text)
  return message.role === 'system' || message.role === 'developer' ? system(text) : user(text)
}

async function oneCall(model: Model, request: ModelRequest, call: ModelCall, spending: Spending): Promise<OneReply> {
  const { inputTokens } = spending.usage
  let [text, written] = ['', 0]
  for await (const part of model.stream(request, call)) {
    if (part.type === 'text') {
      text += part.text
      written += part.text.length
      spending.usage = { inputTokens, outputTokens: Math.ceil(written / charactersPerToken) }
    }
    if (part.type === 'retry') text = ''
    if (part.type === 'finish') {
      spending.usage = part.usage
      return { text, usage: part.usage, isCut: part.reason === 'length' }
    }
  }
  throw new GyreError('model-failed', `\`${model.id}\` ended before it had answered.`)
}
