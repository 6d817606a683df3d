import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { modelFailure } from './failure.ts'

const tools = [{ name: 'finish', description: '', input: {} }]
const output = { name: 'answer', schema: {} }
const call = { model: 'acme/one', request: {} }
const full = { model: 'acme/one', request: { tools, output } }

const http = (statusCode: number, message: string, more: object = {}) => ({
  name: 'AI_APICallError',
  statusCode,
  message,
  ...more,
})
const codeOf = (thrown: unknown, asked: Parameters<typeof modelFailure>[1] = call) => modelFailure(thrown, asked).code

describe('modelFailure', () => {
  it('leaves an error of ours as it is', () => {
    const error = new GyreError('aborted', 'Enough.')
    expect(modelFailure(error, call)).toBe(error)
  })

  it.each([
    [http(401, 'Unauthorized'), 'model-auth'],
    [http(403, 'Forbidden'), 'model-auth'],
    [{ name: 'AI_LoadAPIKeyError', message: 'Key is missing.' }, 'model-auth'],
    [http(413, 'Payload too large'), 'model-overflow'],
    [
      http(400, 'Bad Request', { data: { error: { message: 'x', code: 'context_length_exceeded' } } }),
      'model-overflow',
    ],
    [http(500, 'the request exceeds the available context size, try increasing it'), 'model-overflow'],
    [http(429, 'Request too large for the maximum context window per minute'), 'model-unavailable'],
    [http(408, 'Timeout'), 'model-unavailable'],
    [http(529, 'Overloaded'), 'model-unavailable'],
    [http(429, 'You exceeded your quota', { data: { error: { code: 'insufficient_quota' } } }), 'model-failed'],
    [http(402, 'Pay first'), 'model-failed'],
    [http(404, 'The model `two` does not exist'), 'model-failed'],
    [http(400, 'Bad value'), 'model-failed'],
    [new TypeError('fetch failed'), 'model-unavailable'],
    [new TypeError('terminated'), 'model-unavailable'],
    [{ message: 'Overloaded', type: 'overloaded_error' }, 'model-unavailable'],
    ['the engine is gone', 'model-failed'],
    [undefined, 'model-failed'],
  ])('%j is %s', (thrown, code) => {
    expect(codeOf(thrown)).toBe(code)
  })

  it.each([
    ['model does not support tools', 'tools'],
    ['"auto" tool choice requires --enable-auto-tool-choice', 'tools'],
    ['Function calling is not enabled for this model', 'tools'],
    ['Unrecognized request argument supplied: tools', 'tools'],
    ["Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model", 'output'],
    ['registry.example/library/qwen3-thinking does not support tools', 'tools'],
    ["Unsupported parameter: 'tools' is not supported with this model.", 'tools'],
    ['This model does not support tool use in streaming mode.', 'tools'],
    ['No endpoints found that support tool use.', 'tools'],
    ['output_format: Extra inputs are not permitted', 'output'],
    ['This model does not support structured outputs.', 'output'],
  ])('%s: the model lacks %s', (message, capability) => {
    const { code, details } = modelFailure(http(400, message), full)
    expect([code, details['capability'], details['remember']]).toEqual(['model-incapable', capability, undefined])
  })

  it.each([
    "Invalid schema for response_format 'answer': In context=(), 'oneOf' is not permitted.",
    "response_format: 'allOf' is not supported",
    "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    'Invalid JSON payload received. Unknown name "oneOf" at \'generation_config.response_schema\': Cannot find field.',
  ])('%s: this schema is at fault, which is not remembered of the model', (message) => {
    const { code, details } = modelFailure(http(400, message), full)
    expect([code, details['capability'], details['remember']]).toEqual(['model-incapable', 'output', false])
  })

  it.each([
    'Image content in tool results is not supported by this model.',
    'Tools are not supported with image input.',
    'Thinking may not be enabled when tool_choice forces tool use.',
    'Thinking mode does not support tools',
    'deepseek-reasoner does not support this tool_choice',
    'This model does not support tool choice "required"',
    "Unsupported value: 'tools[0].type' is not supported",
    'Function calling with a response mime type: application/json is unsupported',
    'response_format json_schema is not supported with tools',
    'json_schema is not supported when thinking is enabled',
  ])('%s: says nothing of what the model lacks', (message) => {
    expect(codeOf(http(400, message), full)).toBe('model-failed')
  })

  it('blames no capability that was not asked for, and not the tools for one schema', () => {
    expect(codeOf(http(400, 'model does not support tools'))).toBe('model-failed')
    expect(codeOf(http(400, "Invalid schema for function 'finish': 'uri' is not supported"), full)).toBe('model-failed')
    expect(codeOf(http(503, 'tools are not available now'), full)).toBe('model-unavailable')
  })

  it.each([
    ['{"error":{"message":"No such thing."}}'],
    ['{"error":"No such thing."}'],
    ['{"message":"No such thing."}'],
    ['{"detail":"No such thing."}'],
  ])('tells what the provider wrote: %s', (responseBody) => {
    expect(modelFailure(http(400, 'Bad Request', { responseBody }), call).message).toBe('`acme/one`: No such thing.')
  })

  it.each([
    ['ECONNREFUSED', { unsent: true }],
    ['ENOTFOUND', { unsent: true }],
    ['UND_ERR_CONNECT_TIMEOUT', { unsent: true }],
    ['ECONNRESET', {}],
  ])('knows that nothing was sent without a connection: %s', (code, more) => {
    const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }) })
    const thrown = { name: 'AI_APICallError', message: 'Cannot connect to API', cause, isRetryable: true }
    expect(modelFailure(thrown, call)).toMatchObject({ code: 'model-unavailable' })
    expect(modelFailure(thrown, call).details).toEqual({ model: 'acme/one', ...more })
  })

  it('does not follow causes in a circle', () => {
    const thrown: { message: string; cause?: unknown } = { message: 'fetch failed' }
    thrown.cause = thrown
    expect(modelFailure(thrown, call).details).toEqual({ model: 'acme/one' })
  })

  it('keeps the status and the wait, and nothing of the request', () => {
    const thrown = http(503, 'Busy', { responseHeaders: { 'retry-after': '3' }, requestBodyValues: { secret: 1 } })
    expect(modelFailure(thrown, call).details).toEqual({ model: 'acme/one', status: 503, retryAfterMs: 3000 })
  })
})
