/** A prompt tried before it is saved: filled with sample values, and answered once. */
import { GyreError, type Message, placeholderIssues, renderPrompt, system, user } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { audited } from '../../auth/audited.ts'
import type { Service } from '../../http/app-env.ts'
import { askerOf } from '../../session/asker.ts'
import { type ModelReply, oneReply, replySchema } from '../models/one-reply.ts'
import { nativeApp } from '../native-app.ts'
import { answers, failures, forRole, jsonBody, list } from '../operation.ts'
import { promptParams, visiblePrompt } from './prompt-entry.ts'
import { longestDocument } from './versions.ts'

const mostOutputTokens = 2000

const tryBody = z
  .strictObject({
    text: z.string().max(longestDocument).describe('The text to try; empty for the default.'),
    values: z
      .record(z.string(), z.string().max(longestDocument))
      .default({})
      .describe('What its placeholders stand for.'),
    message: z
      .string()
      .max(longestDocument)
      .optional()
      .describe('What a person says after it: then the prompt is the system message. Alone it is what a person says.'),
    model: z.string().min(1).max(200).optional().describe('`provider/model` or a tier; the default one when left out.'),
  })
  .openapi('TryPrompt')

const tried = z
  .object({
    messages: list(z.object({ role: z.enum(['system', 'user']), text: z.string() })).describe('What was sent.'),
    reply: replySchema,
  })
  .openapi('TriedPrompt')

const tryPrompt = createRoute({
  method: 'post',
  path: '/prompts/{id}/try',
  tags: ['prompts'],
  summary: 'Fill a text of a prompt with sample values, and ask a model once',
  description: 'Nothing is saved. A real request, which may cost something: it stands in the answer what it did.',
  ...forRole('admin'),
  request: { params: promptParams, body: jsonBody(tryBody) },
  responses: {
    200: answers(tried, 'What was sent, and what came of it.'),
    ...failures('prompt-unknown', 'prompt-invalid', 'quota-exceeded'),
  },
})

export function promptTryRoutes(service: Service) {
  return nativeApp().openapi(tryPrompt, async (context) => {
    const asker = askerOf(context)
    const prompt = await visiblePrompt(asker, context.req.valid('param').id)
    const { text, values, message, model } = context.req.valid('json')
    const issues = placeholderIssues(text, prompt)
    if (issues.length > 0) throw new GyreError('prompt-invalid', `Prompt \`${prompt.id}\`: ${issues.join('\n')}`)
    const filled = renderPrompt(text.trim() === '' ? prompt.defaultText : text, values)
    const messages = messagesOf(filled, message)
    const reply: ModelReply = await oneReply(asker, {
      name: model ?? 'default',
      find: () => asker.tenant.model(model),
      messages: messages.map(sent),
      maxOutputTokens: mostOutputTokens,
      signal: context.req.raw.signal,
      redacted: (each) => service.place.redacted(each),
    })
    await audited(service, context, 'prompt.tried', { target: prompt.id, data: { model: reply.model, ok: reply.ok } })
    return context.json({ messages, reply }, 200)
  })
}

type Shown = { readonly role: 'system' | 'user'; readonly text: string }

function messagesOf(filled: string, message: string | undefined): readonly Shown[] {
  if (message === undefined) return [{ role: 'user', text: filled }]
  return [
    { role: 'system', text: filled },
    { role: 'user', text: message },
  ]
}

function sent({ role, text }: Shown): Message {
  return role === 'system' ? system(text) : user(text)
}
