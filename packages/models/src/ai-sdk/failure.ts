/** Whatever a provider throws, as one of our errors. */
import { GyreError, type ModelRequest } from '@gyre/core'
import { incapabilityOf } from './incapability.ts'
import { retryAfterMs } from './retry-after.ts'

/** What errors of providers may hold. Read by shape: each provider brings its own copy of the classes. */
type ProviderError = {
  readonly name?: unknown
  readonly message?: unknown
  readonly code?: unknown
  readonly type?: unknown
  readonly statusCode?: unknown
  readonly isRetryable?: unknown
  readonly responseBody?: unknown
  readonly responseHeaders?: unknown
  readonly data?: unknown
  readonly value?: unknown
}

export type FailedCall = { readonly model: string; readonly request: Pick<ModelRequest, 'tools' | 'output'> }

type Failure = {
  readonly error: ProviderError
  readonly status: number | undefined
  readonly message: string
  /** All that the provider said, for finding the cause. */
  readonly said: string
  readonly call: FailedCall
}

export function modelFailure(thrown: unknown, call: FailedCall): GyreError {
  if (thrown instanceof GyreError) return thrown
  const failure = readFailure(thrown, call)
  const { status, message, error } = failure
  const incapable = incapabilityOf(failure, call.request)
  const unsent = isUnsent(thrown)
  const details = {
    model: call.model,
    ...(status !== undefined && { status }),
    ...(unsent && { unsent }),
    cause: thrown,
  }
  const text = `\`${call.model}\`: ${message}`
  if (isAuth(failure)) return new GyreError('model-auth', text, details)
  if (isOverflow(failure)) return new GyreError('model-overflow', text, details)
  if (incapable) {
    const { capability, isLasting } = incapable
    return new GyreError('model-incapable', text, { ...details, capability, ...(!isLasting && { remember: false }) })
  }
  if (!isPassing(failure)) return new GyreError('model-failed', text, details)
  const waitMs = retryAfterMs(headersOf(error), failure.said)
  return new GyreError('model-unavailable', text, { ...details, ...(waitMs !== undefined && { retryAfterMs: waitMs }) })
}

/** Without a connection nothing was sent, and nothing has to be paid for. */
const unconnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** How deep packages wrap what the network said. */
const deepestCause = 5

function isUnsent(thrown: unknown): boolean {
  let error = thrown
  for (let depth = 0; isObject(error) && depth < deepestCause; depth += 1) {
    if (unconnected.has(String(error['code']))) return true
    error = error['cause']
  }
  return false
}

function readFailure(thrown: unknown, call: FailedCall): Failure {
  const error = (isObject(thrown) ? thrown : { message: thrown }) as ProviderError
  const body = bodyOf(error)
  // Of an error, name and message are not copied by themselves.
  const told = { ...error, name: error.name, message: error.message, ...toldIn(body) }
  const message = typeof told.message === 'string' && told.message !== '' ? told.message : 'The provider failed.'
  const said = [message, told.code, told.type, JSON.stringify(body)].filter((part) => part !== undefined).join('\n')
  return { error: told, status: statusOf(told), message, said, call }
}

/** What the provider sent, wherever its package put it. */
function bodyOf({ data, value, responseBody }: ProviderError): unknown {
  if (data !== undefined || value !== undefined) return data ?? value
  if (typeof responseBody !== 'string') return undefined
  try {
    return JSON.parse(responseBody)
  } catch {
    return responseBody
  }
}

/** The message and what stands beside it, in any of the forms in use. */
function toldIn(body: unknown): ProviderError {
  if (!isObject(body)) return {}
  const { error = body, detail } = body
  if (typeof error === 'string') return { message: error }
  if (!isObject(error)) return {}
  const { message = detail, type, code } = error
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof type === 'string' && { type }),
    ...(code !== null && code !== undefined && { code }),
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function statusOf({ statusCode, code }: ProviderError): number | undefined {
  const status = Number(statusCode ?? code)
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined
}

function headersOf({ responseHeaders }: ProviderError): Readonly<Record<string, string>> {
  return (isObject(responseHeaders) ? responseHeaders : {}) as Record<string, string>
}

const badKey = /api[ _-]?key (?:is )?(?:not valid|invalid|expired)|invalid[^\n]{0,12}api[ _-]?key|API_KEY_INVALID/i

function isAuth({ error, status, said }: Failure): boolean {
  if (status === 401 || status === 403 || error.name === 'AI_LoadAPIKeyError') return true
  return said.includes('authentication_error') || (status === 400 && badKey.test(said))
}

const tooLong = [
  /context_length_exceeded|exceed_context_size|request_too_large/,
  /(?:maximum|max|available|model's|the) context (?:length|size|window)/i,
  /context (?:length|size|window)[^\n]{0,40}exceed|exceed[^\n]{0,60}context (?:length|size|window)/i,
  /prompt is too long|input is too long|prompt contains \d+ tokens|too large for model/i,
  /input token count[^\n]{0,40}exceeds|greater than the context length/i,
]

function isOverflow({ status, said }: Failure): boolean {
  // 429 speaks of tokens per minute, not of the window. Local servers answer 500 for a prompt that is too long.
  if (status === 413) return true
  return (
    (status === undefined || status === 400 || status === 422 || status === 500) && tooLong.some((p) => p.test(said))
  )
}

const noMoney = /insufficient_quota|credit balance|billing/i
const cut =
  /terminated|socket hang up|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|fetch failed|network|other side closed/i
const cutNames = new Set(['AI_InvalidResponseDataError', 'AI_EmptyResponseBodyError', 'AI_JSONParseError'])
const overloaded = /overloaded|rate_limit|server_error|internal_error|unavailable|timeout/i

/** Whether the same call may succeed a little later. */
function isPassing({ error, status, message, said }: Failure): boolean {
  if (noMoney.test(said)) return false
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500
  if (error.isRetryable === true || cutNames.has(String(error.name))) return true
  return cut.test(message) || overloaded.test(`${String(error.type ?? '')} ${String(error.code ?? '')}`)
}
