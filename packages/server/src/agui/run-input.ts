/** What a client sends to begin a run of AG-UI 1.0. Fields that are not known are ignored. */
import { z } from 'zod'

const source = z.looseObject({
  type: z.enum(['data', 'url', 'file']),
  value: z.string(),
  mimeType: z.string().optional(),
})

const contentPart = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.enum(['image', 'audio', 'video', 'document']), source }),
])

export type AguiContentPart = z.output<typeof contentPart>

const toolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

const message = z.looseObject({
  id: z.string(),
  role: z.enum(['developer', 'system', 'assistant', 'user', 'tool', 'activity', 'reasoning']),
  /** An activity's is an object. */
  content: z.union([z.string(), z.array(contentPart), z.record(z.string(), z.unknown())]).nullish(),
  toolCalls: z.array(toolCall).optional(),
  toolCallId: z.string().optional(),
  error: z.string().optional(),
  subagentRunId: z.string().optional(),
})

export type AguiMessage = z.output<typeof message>

const resumeEntry = z.looseObject({
  interruptId: z.string().min(1),
  status: z.enum(['resolved', 'cancelled']),
  payload: z.json().optional(),
})

export type ResumeEntry = z.output<typeof resumeEntry>

/** What is ours rides in one key. A word in it that is not known is a mistake, and is told. */
const gyreOptions = z.strictObject({
  config: z.record(z.string(), z.unknown()).optional().describe("The loop's settings."),
  budget: z.record(z.string(), z.unknown()).optional().describe('What the session may spend.'),
  disconnect: z.enum(['abort', 'detach']).optional().describe('What becomes of the session when the client leaves.'),
})

export const runInput = z.looseObject({
  threadId: z.string().min(1),
  runId: z.string().min(1),
  parentRunId: z.string().optional(),
  messages: z.array(message).default([]),
  tools: z
    .array(
      z.looseObject({
        name: z.string().min(1),
        description: z.string().default(''),
        parameters: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .default([]),
  context: z.array(z.looseObject({ description: z.string(), value: z.string() })).default([]),
  forwardedProps: z.looseObject({ gyre: gyreOptions.optional() }).nullish(),
  resume: z.array(resumeEntry).default([]),
})

export type RunInput = z.output<typeof runInput>
