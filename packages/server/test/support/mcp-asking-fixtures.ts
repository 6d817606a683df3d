/** Fixtures of the conformance suite that ask a client of 2025 back over its own stream. */
import type { ElicitRequestFormParams, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { text } from './mcp-contents.ts'

const none = { description: 'A fixture.', inputSchema: z.object({}) }

type Properties = ElicitRequestFormParams['requestedSchema']['properties']

const withDefaults: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
}

const options = ['option1', 'option2', 'option3']

const titled = (what: string) =>
  ['First', 'Second', 'Third'].map((nth, index) => ({ const: `value${index + 1}`, title: `${nth} ${what}` }))

const withChoices: Properties = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
}

/** A question goes out on the stream of its call: the one beside it, of no call, may not be open yet, and nobody would hear it. */
const about = ({ mcpReq }: ServerContext) => ({ relatedRequestId: mcpReq.id })

export function askingFixtures(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { ...none, inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, ctx) => {
      const messages = [{ role: 'user' as const, content: text(prompt) }]
      const { content } = await ctx.mcpReq.requestSampling({ messages, maxTokens: 100 }, about(ctx))
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] }
    },
  )
  const person: Properties = { username: { type: 'string' }, email: { type: 'string' } }
  const message = z.object({ message: z.string() })
  server.registerTool('test_elicitation', { ...none, inputSchema: message }, async (input, ctx) => {
    const requestedSchema = { type: 'object' as const, properties: person, required: ['username', 'email'] }
    const answer = await ctx.mcpReq.elicitInput({ message: input.message, requestedSchema }, about(ctx))
    return { content: [text(`User response: ${JSON.stringify(answer)}`)] }
  })
  const forms = { test_elicitation_sep1034_defaults: withDefaults, test_elicitation_sep1330_enums: withChoices }
  for (const [name, properties] of Object.entries(forms)) {
    server.registerTool(name, none, async (_, ctx) => {
      const form = { message: 'Please fill in the form.', requestedSchema: { type: 'object' as const, properties } }
      const { action, content } = await ctx.mcpReq.elicitInput(form, about(ctx))
      return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] }
    })
  }
}
