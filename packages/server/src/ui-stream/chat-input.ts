/** What the AI SDK's chat transport sends, with what an application adds to it. Fields that are not known are ignored. */
import { z } from 'zod'

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  /** Of a file. */
  url: z.string().optional(),
  mediaType: z.string().optional(),
  filename: z.string().optional(),
  /** Of a tool call. */
  toolCallId: z.string().optional(),
  toolName: z.string().optional(),
  state: z.string().optional(),
  input: z.json().optional(),
  output: z.json().optional(),
  errorText: z.string().optional(),
  approval: z
    .looseObject({ id: z.string(), approved: z.boolean().optional(), reason: z.string().optional() })
    .optional(),
})

export type UiPart = z.output<typeof part>

const message = z.looseObject({ id: z.string(), role: z.enum(['system', 'user', 'assistant']), parts: z.array(part) })

export type UiMessage = z.output<typeof message>

const toolBody = z.looseObject({
  description: z.string().default(''),
  parameters: z.record(z.string(), z.unknown()).nullish(),
})

/** What is ours rides in one key. A word in it that is not known is a mistake, and is told. */
const gyreOptions = z.strictObject({
  config: z.record(z.string(), z.unknown()).optional().describe("The loop's settings."),
  budget: z.record(z.string(), z.unknown()).optional().describe('What the session may spend.'),
  disconnect: z.enum(['abort', 'detach']).optional().describe('What becomes of the session when the client leaves.'),
})

export const chatInput = z.looseObject({
  id: z.string().min(1),
  messages: z.array(message),
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  /** A persona or a loop, whichever word an application likes. */
  model: z.string().min(1).optional(),
  persona: z.string().min(1).optional(),
  loop: z.string().min(1).optional(),
  system: z.string().optional(),
  /** Tools that the client runs: a list, or by name. */
  tools: z.union([z.array(toolBody.extend({ name: z.string().min(1) })), z.record(z.string(), toolBody)]).optional(),
  gyre: gyreOptions.optional(),
})

export type ChatInput = z.output<typeof chatInput>
