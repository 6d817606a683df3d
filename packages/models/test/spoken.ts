/** Every provider package that is known by name, with its wire format. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { anthropic, chat, google, mistral, responses, type WireFormat } from './wire-formats.ts'

/** A provider and how its failures look on the wire. */
export type Spoken = {
  readonly format: WireFormat
  readonly open: (url: string) => LanguageModelV4
  /** What the provider answers with when a prompt is too long. */
  readonly overflow: { readonly status: number; readonly body: object }
  readonly unauthorized: { readonly status: number; readonly body: object }
}

const apiKey = 'sk-test'
/** An error as OpenAI writes it. */
export const chatError = (message: string, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
})
const tooLong = "This model's maximum context length is 8192 tokens. However, your messages have 9000 tokens."
const openaiErrors = {
  overflow: { status: 400, body: chatError(tooLong, 'context_length_exceeded') },
  unauthorized: { status: 401, body: chatError('Incorrect API key provided.', 'invalid_api_key') },
}

/** The real packages, each asking a server of the test. */
export const spoken: Readonly<Record<string, Spoken>> = {
  'openai responses': {
    format: responses,
    open: (url) => createOpenAI({ apiKey, baseURL: `${url}/v1` }).responses('gpt-5.4-mini'),
    ...openaiErrors,
  },
  'openai chat': {
    format: chat,
    open: (url) => createOpenAI({ apiKey, baseURL: `${url}/v1` }).chat('gpt-4o'),
    ...openaiErrors,
  },
  anthropic: {
    format: anthropic,
    open: (url) => createAnthropic({ apiKey, baseURL: `${url}/v1` })('claude-sonnet-4-5'),
    overflow: {
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
      },
    },
    unauthorized: {
      status: 401,
      body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    },
  },
  google: {
    format: google,
    open: (url) => createGoogle({ apiKey, baseURL: `${url}/v1beta` })('gemini-3-flash-preview'),
    overflow: {
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
          status: 'INVALID_ARGUMENT',
        },
      },
    },
    unauthorized: {
      status: 400,
      body: {
        error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
      },
    },
  },
  mistral: {
    format: mistral,
    open: (url) => createMistral({ apiKey, baseURL: `${url}/v1` })('mistral-medium-latest'),
    overflow: {
      status: 400,
      body: {
        object: 'error',
        message: 'Prompt contains 140000 tokens, too large for model with 131072 maximum context length',
        type: 'invalid_request_error',
        param: null,
        code: '3051',
      },
    },
    unauthorized: {
      status: 401,
      body: { object: 'error', message: 'Unauthorized', type: 'invalid_request_error', param: null, code: null },
    },
  },
  'openai-compatible': {
    format: chat,
    open: (url) =>
      createOpenAICompatible({
        name: 'ollama',
        baseURL: `${url}/v1`,
        includeUsage: true,
        supportsStructuredOutputs: true,
      })('qwen3'),
    ...openaiErrors,
  },
}
