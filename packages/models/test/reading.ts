/** Requests to a model and the reading of its replies. */
import {
  assistant,
  GyreError,
  type Message,
  type Model,
  type ModelCall,
  type ModelPart,
  type ModelRequest,
  type Part,
  system,
  type ToolSpec,
  user,
} from '@gyre/core'

export const lookUp: ToolSpec = {
  name: 'web.look_up',
  description: 'Looks something up.',
  input: {
    type: 'object',
    properties: { query: { type: 'string' } },
    required: ['query'],
    additionalProperties: false,
  },
}

export const answerSchema = {
  name: 'answer',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

/** One call, which the signal aborts. */
export function ask(model: Model, request: ModelRequest, signal: ModelCall['signal']): AsyncIterable<ModelPart> {
  return model.stream(request, { signal, session: 'ses_1', path: 'generate' })
}

/** A reply, read to its end. */
export async function parts(model: Model, request: ModelRequest): Promise<readonly ModelPart[]> {
  const all: ModelPart[] = []
  for await (const part of ask(model, request, new AbortController().signal)) all.push(part)
  return all
}

/** The parts as the kernel puts them together. */
export function message(all: readonly ModelPart[]): Message {
  const joined: Part[] = []
  for (const part of all) {
    const last = joined.at(-1)
    if (part.type === 'tool-call') joined.push({ ...part, input: JSON.parse(part.input) })
    if (part.type !== 'text' && part.type !== 'reasoning') continue
    if (last?.type === part.type) joined[joined.length - 1] = { ...last, ...part, text: last.text + part.text }
    else joined.push(part)
  }
  return assistant(joined)
}

export const textOf = (all: readonly ModelPart[], type: 'text' | 'reasoning' = 'text') =>
  all.flatMap((part) => (part.type === type ? [part.text] : [])).join('')

export async function failure(model: Model, request: ModelRequest): Promise<GyreError> {
  try {
    await parts(model, request)
  } catch (error) {
    if (error instanceof GyreError) return error
    throw error
  }
  throw new Error('The call did not fail.')
}

export const hello: ModelRequest = { messages: [system('Be brief.'), user('Hello')] }
