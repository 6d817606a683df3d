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
  ['53300', { code: 'store-unreachable', says: 'has no connection left' }],
  ['53100', { code: 'store-full', says: 'has no room to grow' }],
  ['42501', { code: 'store-failed', says: 'does not let this user do that' }],
  ['XX', { code: 'store-corrupt', says: 'is damaged' }],
])

/** Anything a statement threw, for the caller of a port. A mistake of this program stays what it is, but for its name. */
export function storeError(thrown: unknown, address: string): GyreError {
  if (thrown instanceof GyreError) return thrown
  const message = thrown instanceof Error ? thrown.message || thrown.name : String(thrown)
  const report = isCutOff(thrown) ? { code: 'store-unreachable' as const, says: 'does not answer' } : reportOf(thrown)
  const says = report ? `${address} ${report.says}: ${message}` : `${address}: ${message}`
  return new GyreError(report?.code ?? 'store-failed', says, { address, cause: thrown })
}

/** Whether the connection broke, or none was had: what was asked may have been done or not. */
export function isCutOff(thrown: unknown): boolean {
  const code = codeOf(thrown)
  if (code === undefined) return thrown instanceof Error && cutOffMessages.test(thrown.message)
  return networkCodes.has(code) || code.startsWith('08') || code.startsWith('57P') || code === '53300'
}

/** Whether the server undid it for the sake of others: it may be asked again. */
export function isUndone(thrown: unknown): boolean {
  const code = codeOf(thrown)
  return code === '40P01' || code === '40001'
}

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
