/** A session for a request that goes on with none. */
import type { JsonSchema, Sampling, StartOptions, TaskInput } from '@gyre/core'
import { type Asker, beginSession } from '../../session/begin-session.ts'
import type { ChatRequest } from './chat-request.ts'
import type { ChatTask } from './chat-task.ts'
import { clientToolsOf, toolWish } from './client-tools.ts'
import type { NamedThread } from './thread.ts'
import type { Turn } from './turn.ts'

export type Wish = { readonly task: ChatTask; readonly thread: NamedThread | undefined }

export async function newTurn(asker: Asker, request: ChatRequest, { task, thread }: Wish): Promise<Turn> {
  const options = await optionsOf(asker, request, { task, thread })
  const session = await beginSession(asker, { model: request.model, task: inputOf(request, { task, thread }), options })
  return { session, after: 0, open: [], isUnanswered: false, isJoined: false }
}

function inputOf(request: ChatRequest, { task, thread }: Wish): TaskInput {
  const { goal, messages, files } = task
  const output = outputOf(request)
  // What is sent wins; a client that sends one message of a thread counts on what is known of it here.
  const isKnownHere = messages.length === 0 && thread !== undefined && !thread.isTold
  return { goal, files, ...(!isKnownHere && { messages }), ...(output && { output }) }
}

/** The shape the answer must have; undefined for plain text. */
export function outputOf({ response_format: format }: ChatRequest): JsonSchema | undefined {
  if (format?.type === 'json_object') return { type: 'object' }
  if (format?.type === 'json_schema') return (format.json_schema.schema ?? { type: 'object' }) as JsonSchema
  return undefined
}

async function optionsOf(asker: Asker, request: ChatRequest, { task, thread }: Wish): Promise<StartOptions> {
  const { config, budget } = request.gyre ?? {}
  const author = samplingOf(request)
  const clientTools = clientToolsOf(request)
  const instructions = await instructionsOf(asker, request, task)
  return {
    ...(config && { config }),
    ...(budget && { budget }),
    ...(thread && { thread: thread.id }),
    ...(instructions !== '' && { instructions }),
    ...(Object.keys(author).length > 0 && { sampling: { author } }),
    ...(clientTools.length > 0 && { clientTools }),
  }
}

/** How the author of a loop shall speak. Texts at which it stops end each of its replies. */
export function samplingOf(request: ChatRequest): Sampling {
  const { temperature, top_p: topP, seed, stop, max_tokens: most, max_completion_tokens: mostInAll } = request
  const maxOutputTokens = mostInAll ?? most ?? undefined
  const stops = [stop ?? []].flat().filter((text) => text !== '')
  return {
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
    ...(typeof seed === 'number' && { seed }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(stops.length > 0 && { stop: stops }),
  }
}

/** What the client says comes after what the persona says; alone it would take its place. */
async function instructionsOf({ tenant }: Asker, request: ChatRequest, task: ChatTask): Promise<string> {
  const asked = [task.instructions, toolWish(request)].filter((text) => text !== '')
  if (asked.length === 0) return ''
  const own = (await tenant.runtime.personas.find(request.model))?.persona.instructions ?? ''
  return [own, ...asked].filter((text) => text !== '').join('\n\n')
}
