/** What PostgreSQL reports, in the words of Gyre. Its codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
import { type ErrorCode, GyreError } from '@gyre/core'

type Report = { readonly code: ErrorCode; readonly says: string }

/** By code, or the class of it: its first two characters. */
const reports = new Map<string, Report>([
  ['28', { code: 'store-unreachable', says: 'lets nobody in with this user and password' }],
  ['3D', { code: 'store-unreachable', says: 'has no such database' }],
  ['08', { code: 'store-unreachable', says: 'does not answer' }],
  ['57P01', { code: 'store-unreachable', says: 'was shut down' }],
  ['57P02', { code: 'store-unreachable', says: 'was shut down' }],
  ['57P03', { code: 'store-unreachable', says: 'is starting or stopping' }],
  ['25006', { code: 'store-unreachable', says: 'can only be read now' }],
  ['53300', { code: 'store-unreachable', says: 'has no connection left' }],
  ['53100', { code: 'store-full', says: 'has no room to grow' }],
  ['57014', { code: 'store-failed', says: 'gave up what took too long' }],
  ['42501', { code: 'store-failed', says: 'does not let this user do that (docs/stores.md names the rights)' }],
  ['XX', { code: 'store-corrupt', says: 'is damaged' }],
])

const noAnswer: Report = { code: 'store-unreachable', says: 'does not answer' }

/** Anything a statement threw, for the caller of a port. A mistake of this program stays what it is, but for its name. */
export function storeError(thrown: unknown, address: string): GyreError {
  if (thrown instanceof GyreError) return thrown
  const message = thrown instanceof Error ? thrown.message || thrown.name : String(thrown)
  const report = reportOf(thrown) ?? (isCutOff(thrown) ? noAnswer : undefined)
  const says = report ? `${address} ${report.says}: ${message}` : `${address}: ${message}`
  return new GyreError(report?.code ?? 'store-failed', says, { address, cause: thrown })
}

/**
 * Whether the connection broke, or none was had: what was asked may have been done or not. One to a server that may only
 * be read, because another has taken its place, is as good as broken.
 */
export function isCutOff(thrown: unknown): boolean {
  const code = codeOf(thrown)
  if (code === undefined) return thrown instanceof Error && cutOffMessages.test(thrown.message)
  return networkCodes.has(code) || code.startsWith('08') || code.startsWith('57P') || cutOffCodes.has(code)
}

/** Whether the server did not do it, or undid it for the sake of others: it may be asked again. */
export function isUndone(thrown: unknown): boolean {
  return undoneCodes.has(codeOf(thrown) ?? '')
}

/** Whether the server did not do it because it had too much to do: later, or with less at once, it may. */
export function isTooMuch(thrown: unknown): boolean {
  return tooMuchCodes.has(codeOf(thrown) ?? '')
}

/** Whether the server took what was asked and said nothing, not even that it takes too long. */
export function isSilence(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.startsWith(silence)
}

/** No connection left; one that was idle in a transaction for too long, and one that can only be read. */
const cutOffCodes = new Set(['53300', '25P03', '25006'])

/** Deadlocks, what cannot be done beside others; what an idle transaction held, and what may only be read. */
const undoneCodes = new Set(['40P01', '40001', '25P03', '25006'])

/** What took too long, memory that was not to be had, and a lock. */
const tooMuchCodes = new Set(['57014', '53200', '55P03'])

const silence = 'Query read timeout'

/** The driver has no codes for what it finds out by itself. */
const cutOffMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Client was closed)/

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

function reportOf(thrown: unknown): Report | undefined {
  const code = codeOf(thrown)
  return code === undefined ? undefined : (reports.get(code) ?? reports.get(code.slice(0, 2)))
}

export function codeOf(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
