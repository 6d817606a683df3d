/** A request for a response, as far as it means anything here. Fields that are not known are ignored. */
import { z } from 'zod'
import { chatRequest } from '../openai/chat/chat-request.ts'

const textPart = z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() })
const refusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() })
const imagePart = z.looseObject({
  type: z.literal('input_image'),
  image_url: z.string().nullish(),
  file_id: z.string().nullish(),
})
const filePart = z.looseObject({
  type: z.literal('input_file'),
  file_data: z.string().nullish(),
  filename: z.string().nullish(),
  file_id: z.string().nullish(),
  file_url: z.string().nullish(),
})

const contentPart = z.discriminatedUnion('type', [textPart, refusalPart, imagePart, filePart])

export type InputPart = z.output<typeof contentPart>

const message = z.looseObject({
  type: z.literal('message'),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(contentPart)]),
})

const functionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
})

const functionCallOutput = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string(),
  output: z.union([z.string(), z.array(contentPart)]),
})

const reference = z.looseObject({ type: z.literal('item_reference'), id: z.string() })

/** Traces of how an earlier answer came about: nothing that a session needs to be told again. */
const trace = z.looseObject({ type: z.enum(['reasoning', 'mcp_call', 'mcp_list_tools']) })

/** Clients leave the type of a message out, and that of a reference. */
const item = z.preprocess(
  typed,
  z.discriminatedUnion('type', [message, functionCall, functionCallOutput, trace, reference]),
)

function typed(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || ('type' in given && given.type !== null)) return given
  return { ...given, type: 'role' in given ? 'message' : 'item_reference' }
}

export type InputItem = z.output<typeof item>

const functionTool = z.looseObject({
  type: z.literal('function', 'expected `function`: other tools are those of the persona or loop'),
  name: z.string().min(1),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
})

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), name: z.string() }),
])

const textFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({ type: z.literal('json_schema'), name: z.string(), schema: z.record(z.string(), z.unknown()) }),
])

export const responseRequest = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string().regex(/\S/, 'expected a text that is not empty'), z.array(item)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  store: z.boolean().nullish(),
  background: z.boolean().nullish(),
  tools: z.array(functionTool).nullish(),
  tool_choice: toolChoice.nullish(),
  text: z.looseObject({ format: textFormat.nullish() }).nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  user: z.string().nullish(),
  gyre: chatRequest.shape.gyre,
})

export type ResponseRequest = z.output<typeof responseRequest>
