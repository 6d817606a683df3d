/** A request for a chat completion, as far as it means anything here. Fields that are not known are ignored. */
import { z } from 'zod'

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() })
const refusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() })
const imagePart = z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string().min(1) }) })
const filePart = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: z.string().optional(),
    filename: z.string().optional(),
    file_id: z.string().optional(),
  }),
})
const audioPart = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string(), format: z.string() }),
})

const contentPart = z.discriminatedUnion('type', [textPart, refusalPart, imagePart, filePart, audioPart])

export type ContentPart = z.output<typeof contentPart>

const toolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(contentPart)]).nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish(),
})

export type ChatMessage = z.output<typeof message>

const tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().min(1),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
})

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ function: z.looseObject({ name: z.string() }) }),
])

const responseFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({ schema: z.record(z.string(), z.unknown()).optional() }),
  }),
])

const statusModes = ['event', 'reasoning', 'content', 'off'] as const
const reasoningModes = ['reasoning_content', 'think', 'none'] as const

export type StatusMode = (typeof statusModes)[number]
export type ReasoningMode = (typeof reasoningModes)[number]

/** What is ours rides in one key. A word in it that is not known is a mistake, and is told. */
const gyreOptions = z.strictObject({
  config: z.record(z.string(), z.unknown()).optional().describe("The loop's settings."),
  budget: z.record(z.string(), z.unknown()).optional().describe('What the session may spend.'),
  thread: z.string().min(1).max(200).optional().describe('The conversation it belongs to.'),
  session: z.string().min(1).optional().describe('A session to answer, or to steer.'),
  status: z.enum(statusModes).optional().describe('How it is told what happens.'),
  reasoning: z.enum(reasoningModes).optional().describe('How it is told what the model thinks.'),
  disconnect: z.enum(['abort', 'detach']).optional().describe('What becomes of the session when the client leaves.'),
})

export const chatRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message).min(1, 'expected at least one message'),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, 'expected 1: a session has one answer').nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  seed: z.int().nullish(),
  response_format: responseFormat.nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: toolChoice.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  gyre: gyreOptions.nullish(),
})

export type ChatRequest = z.output<typeof chatRequest>
