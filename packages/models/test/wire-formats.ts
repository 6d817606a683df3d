/** The same reply in the wire format of each provider. */

/** What is replied, in pieces as they stream. */
export type WireReply = {
  readonly reasoning?: readonly string[]
  readonly text?: readonly string[]
  readonly call?: { readonly id: string; readonly name: string; readonly input: readonly string[] }
}

export type WireFormat = {
  /** Events of a complete reply. 100 tokens in, 60 of them cached; 20 out. */
  reply(reply: WireReply): readonly string[]
  /** The first events of a reply that breaks off. */
  begin(text: string): readonly string[]
  /** An error in the middle of a stream. */
  failure(message: string): readonly string[]
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`

// ---- OpenAI chat, and everything compatible with it

const chunk = (delta: object, more: object = {}) =>
  data({ id: 'c1', created: 1, model: 'm', object: 'chat.completion.chunk', choices: [{ index: 0, delta, ...more }] })

const chatUsage = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 60 },
  completion_tokens_details: { reasoning_tokens: 5 },
}

function chatCall({ id, name, input }: NonNullable<WireReply['call']>): readonly string[] {
  const first = { index: 0, id, type: 'function', function: { name, arguments: '' } }
  return [
    chunk({ tool_calls: [first] }),
    ...input.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
  ]
}

export const chat: WireFormat = {
  reply: ({ reasoning = [], text = [], call }) => [
    ...reasoning.map((piece) => chunk({ role: 'assistant', reasoning_content: piece })),
    ...text.map((piece) => chunk({ role: 'assistant', content: piece })),
    ...(call ? chatCall(call) : []),
    chunk({}, { finish_reason: call ? 'tool_calls' : 'stop' }),
    data({ id: 'c1', created: 1, model: 'm', object: 'chat.completion.chunk', choices: [], usage: chatUsage }),
    'data: [DONE]\n\n',
  ],
  begin: (text) => [chunk({ role: 'assistant', content: text })],
  failure: (message) => [data({ error: { message, type: 'server_error', code: null, param: null } })],
}

// ---- Mistral: like chat, with thinking inside the content and whole calls

const mistralThinking = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }]

export const mistral: WireFormat = {
  ...chat,
  reply: ({ reasoning = [], text = [], call }) => {
    const { id, name, input } = call ?? { id: '', name: '', input: [] }
    const tool_calls = [{ id, index: 0, function: { name, arguments: input.join('') } }]
    const done = { finish_reason: call ? 'tool_calls' : 'stop' }
    return [
      ...reasoning.map((piece) => chunk({ role: 'assistant', content: mistralThinking(piece) })),
      ...text.map((piece) => chunk({ role: 'assistant', content: piece })),
      data({
        id: 'c1',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta: call ? { content: '', tool_calls } : { content: '' }, ...done }],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 120,
          prompt_tokens_details: { cached_tokens: 60 },
        },
      }),
      'data: [DONE]\n\n',
    ]
  },
}

// ---- OpenAI responses

let sequence = 0
const item = (type: string, more: object) => data({ type, sequence_number: sequence++, ...more })

const created = item('response.created', { response: { id: 'r1', created_at: 1, model: 'm' } })

function responsesReasoning(pieces: readonly string[]): readonly string[] {
  const at = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
  const added = { type: 'reasoning', id: 'rs_1', encrypted_content: null, summary: [] }
  return [
    item('response.output_item.added', { output_index: 0, item: added }),
    item('response.reasoning_summary_part.added', at),
    ...pieces.map((delta) => item('response.reasoning_summary_text.delta', { ...at, delta })),
    item('response.reasoning_summary_part.done', at),
    item('response.output_item.done', { output_index: 0, item: { ...added, encrypted_content: 'sealed' } }),
  ]
}

function responsesText(pieces: readonly string[]): readonly string[] {
  const message = { type: 'message', id: 'msg_1' }
  return [
    item('response.output_item.added', { output_index: 1, item: message }),
    ...pieces.map((delta) => item('response.output_text.delta', { item_id: 'msg_1', output_index: 1, delta })),
    item('response.output_item.done', { output_index: 1, item: message }),
  ]
}

function responsesCall({ id, name, input }: NonNullable<WireReply['call']>): readonly string[] {
  const call = { type: 'function_call', id: 'fc_1', call_id: id, name }
  return [
    item('response.output_item.added', { output_index: 2, item: { ...call, arguments: '' } }),
    ...input.map((delta) =>
      item('response.function_call_arguments.delta', { item_id: 'fc_1', output_index: 2, delta }),
    ),
    item('response.output_item.done', {
      output_index: 2,
      item: { ...call, arguments: input.join(''), status: 'completed' },
    }),
  ]
}

const responsesUsage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 60 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
}

export const responses: WireFormat = {
  reply: ({ reasoning, text, call }) => [
    created,
    ...(reasoning ? responsesReasoning(reasoning) : []),
    ...(text ? responsesText(text) : []),
    ...(call ? responsesCall(call) : []),
    item('response.completed', { response: { incomplete_details: null, usage: responsesUsage } }),
  ],
  begin: (text) => [created, ...responsesText([text]).slice(0, 2)],
  failure: (message) => [item('error', { code: 'server_error', message, param: null })],
}

// ---- Anthropic

const event = (type: string, more: object) => `event: ${type}\n${data({ type, ...more })}`

const begun = event('message_start', {
  message: {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 40, cache_read_input_tokens: 60, cache_creation_input_tokens: 0, output_tokens: 1 },
  },
})

function block(index: number, content: object, deltas: readonly object[]): readonly string[] {
  return [
    event('content_block_start', { index, content_block: content }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
}

export const anthropic: WireFormat = {
  reply: ({ reasoning, text, call }) => [
    begun,
    ...(reasoning
      ? block(0, { type: 'thinking', thinking: '' }, [
          ...reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: 'sealed' },
        ])
      : []),
    ...(text
      ? block(
          1,
          { type: 'text', text: '' },
          text.map((piece) => ({ type: 'text_delta', text: piece })),
        )
      : []),
    ...(call
      ? block(
          2,
          { type: 'tool_use', id: call.id, name: call.name, input: {} },
          call.input.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
        )
      : []),
    event('message_delta', { delta: { stop_reason: call ? 'tool_use' : 'end_turn' }, usage: { output_tokens: 20 } }),
    event('message_stop', {}),
  ],
  begin: (text) => [begun, ...block(0, { type: 'text', text: '' }, [{ type: 'text_delta', text }]).slice(0, 2)],
  failure: (message) => [event('error', { error: { type: 'overloaded_error', message } })],
}

// ---- Google

const googleUsage = {
  promptTokenCount: 100,
  cachedContentTokenCount: 60,
  candidatesTokenCount: 15,
  thoughtsTokenCount: 5,
  totalTokenCount: 120,
}

const candidate = (parts: readonly object[], more: object = {}) =>
  data({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], usageMetadata: googleUsage })

export const google: WireFormat = {
  reply: ({ reasoning = [], text = [], call }) => [
    ...reasoning.map((piece) => candidate([{ text: piece, thought: true }])),
    ...text.map((piece) => candidate([{ text: piece }])),
    ...(call
      ? [
          candidate([
            {
              functionCall: { id: call.id, name: call.name, args: JSON.parse(call.input.join('')) },
              thoughtSignature: 'sealed',
            },
          ]),
        ]
      : []),
    candidate([{ text: '' }], { finishReason: 'STOP' }),
  ],
  begin: (text) => [candidate([{ text }])],
  failure: (message) => [data({ error: { code: 503, message, status: 'UNAVAILABLE' } })],
}
