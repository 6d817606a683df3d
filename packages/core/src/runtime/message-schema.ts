/** The shape of messages and files that come from outside. */
import { z } from 'zod'

const text = z.string()

const suspicion = z.object({ rule: text, start: z.number(), end: z.number() })

const untrusted = z.object({ from: text, suspected: z.array(suspicion).optional() })

const image = z
  .object({ type: z.literal('image'), mediaType: text, data: text.optional(), url: text.optional() })
  .refine(({ data, url }) => data !== undefined || url !== undefined, 'A picture needs `data` or a `url`.')

const file = z.object({ type: z.literal('file'), name: text, mediaType: text, data: text })

const part = z.union([
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('reasoning'), text, signature: text.optional() }),
  image,
  file,
  z.object({ type: z.literal('tool-call'), id: text, tool: text, input: z.json(), fault: text.optional() }),
  z.object({ type: z.literal('tool-result'), id: text, tool: text, text, untrusted: untrusted.optional() }),
])

/** What a task may bring along beside its goal. */
export const attachedSchema = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant', 'tool']), parts: z.array(part) })),
  files: z.array(z.union([image, file])),
})
