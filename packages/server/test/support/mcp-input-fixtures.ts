/** Fixtures of the conformance suite that ask a client of 2026 for input in rounds. */
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { CallState } from '../../src/mcp/desk.ts'
import { text } from './mcp-contents.ts'

const none = { description: 'A fixture.', inputSchema: z.object({}) }

const done = (said: string) => ({ content: [text(said)] })

const asked = (message: string, key: string, property: 'string' | 'boolean' = 'string') => {
  const properties = { [key]: property === 'string' ? { type: 'string' as const } : { type: 'boolean' as const } }
  return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: [key] } })
}

const sampled = (said: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(said) }], maxTokens: 100 })

type States = RequestStateCodec<CallState>

export function inputFixtures(server: McpServer, states: States): void {
  oneRound(server)
  withState(server, states)
  server.registerPrompt('test_input_required_result_prompt', { description: 'A fixture.' }, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_context')
    const inputRequests = { user_context: asked('What context should the prompt use?', 'context') }
    if (!given) return inputRequired({ inputRequests })
    return { messages: [{ role: 'user', content: text(JSON.stringify(given)) }] }
  })
}

/** Asks until all of these are answered. */
function untilAnswered(ctx: ServerContext, inputRequests: InputRequests) {
  const { inputResponses } = ctx.mcpReq
  const isAnswered = Object.keys(inputRequests).every((key) => inputResponse(inputResponses, key).kind !== 'missing')
  return isAnswered ? done(JSON.stringify(inputResponses)) : inputRequired({ inputRequests })
}

function oneRound(server: McpServer): void {
  const requests: Readonly<Record<string, InputRequests>> = {
    test_input_required_result_elicitation: { user_name: asked('What is your name?', 'name') },
    test_input_required_result_sampling: { capital_question: sampled('What is the capital of France?') },
    test_input_required_result_list_roots: { client_roots: inputRequired.listRoots() },
    test_missing_capability: { thought: sampled('Think.') },
    test_streaming_elicitation: { user_name: asked('What is your name?', 'name') },
  }
  for (const [name, inputRequests] of Object.entries(requests)) {
    server.registerTool(name, none, (_, ctx) => untilAnswered(ctx, inputRequests))
  }
  server.registerTool('test_input_required_result_capabilities', none, (_, ctx) => {
    const envelope: { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = ctx.mcpReq.envelope ?? {}
    const { sampling, elicitation } = envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}
    return untilAnswered(ctx, {
      ...(sampling && { thought: sampled('Think.') }),
      ...(elicitation && { word: asked('Say it.', 'word') }),
    })
  })
}

function withState(server: McpServer, states: States): void {
  const round = async (ctx: ServerContext, session: string, inputRequests: InputRequests) =>
    inputRequired({ inputRequests, requestState: await states.mint({ session }, ctx) })
  const seen = (ctx: ServerContext) => ctx.mcpReq.requestState<CallState>()?.session
  const confirm = { confirm: asked('Please confirm', 'ok', 'boolean') }
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    server.registerTool(name, none, (_, ctx) => (seen(ctx) === name ? done('state-ok') : round(ctx, name, confirm)))
  }
  server.registerTool('test_input_required_result_multiple_inputs', none, (_, ctx) =>
    seen(ctx) === 'all'
      ? done('Thank you.')
      : round(ctx, 'all', {
          user_name: asked('What is your name?', 'name'),
          greeting: sampled('Generate a greeting'),
          client_roots: inputRequired.listRoots(),
        }),
  )
  server.registerTool('test_input_required_result_multi_round', none, (_, ctx) => {
    if (seen(ctx) === 'second') return done('Thank you.')
    return seen(ctx) === 'first'
      ? round(ctx, 'second', { step2: asked('Step 2: What is your favorite color?', 'color') })
      : round(ctx, 'first', { step1: asked('Step 1: What is your name?', 'name') })
  })
}
