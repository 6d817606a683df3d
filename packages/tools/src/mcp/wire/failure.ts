/** Why a server could not be reached or did not answer, in words that help to mend it. */
import { GyreError } from '@gyre/core'

export type FailureFacts = {
  readonly server: string
  /** The last lines of what the server complained of. */
  readonly complaints: readonly string[]
  /** How its process ended, if it did. */
  readonly how: string | undefined
  /** Takes secrets out of a text. */
  redact(text: string): string
}

const mostComplaints = 8

/** An error that names the server, says what was wrong, and ends with the server's own last words. */
export function failureOf(error: unknown, facts: FailureFacts): GyreError {
  const { server, complaints, how, redact } = facts
  const why = reasonOf(error, how)
  const last = complaints.slice(-mostComplaints).map((line) => `  ${line}`)
  const words = last.length === 0 ? '' : `\nIts last words:\n${last.join('\n')}`
  const code = error instanceof GyreError ? error.code : 'mcp-unreachable'
  return new GyreError(code, redact(`MCP server \`${server}\`: ${why}${words}`), { server, cause: error })
}

function reasonOf(error: unknown, how: string | undefined): string {
  const status = statusOf(error)
  if (status === 401) {
    return 'it wants to know who asks (HTTP 401). Put a token into its `headers`; signing in by OAuth is not supported.'
  }
  if (status === 403) return 'it refused the request (HTTP 403): the token in its `headers` lacks the right.'
  if (how !== undefined && !(error instanceof GyreError)) return `its process ${how}.`
  if (status !== undefined) return `it answered with HTTP ${status}.`
  return textOf(error)
}

/** The HTTP status an error of the SDK is about. Each of its transports tells it in another way. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || error instanceof GyreError) return undefined
  const { status, code } = error as { readonly status?: unknown; readonly code?: unknown }
  if (typeof status === 'number') return status
  if (error.name === 'UnauthorizedError') return 401
  // Codes of the protocol itself are negative.
  if (typeof code === 'number' && code >= 400 && code < 600) return code
  const told = /\(HTTP (\d{3})\)/.exec(error.message)?.[1]
  return told === undefined ? undefined : Number(told)
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof GyreError) return error.message
  // `fetch failed` says nothing: its cause does.
  const cause = causeOf(error)
  const isNetwork = /^(?:E[A-Z]+|UND_ERR\w*)$/.test(String(Reflect.get(cause, 'code')))
  const text = isNetwork ? `it cannot be reached: ${cause.message || Reflect.get(cause, 'code')}` : error.message
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function causeOf(error: Error): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0]
  return error.cause instanceof Error ? causeOf(error.cause) : error
}
