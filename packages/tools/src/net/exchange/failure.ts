/** Why a fetch came to nothing, in words. */
import { isIPv6 } from 'node:net'
import { GyreError } from '@gyre/core'

/** The network here may be without IPv6: that is no reason to doubt it. */
const onlyIpv6 = 'no-ipv6'

/** The words go after the name of the host. Messages of Node would tell addresses. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has no address',
  ENODATA: 'has no address',
  EAI_AGAIN: 'could not be looked up: the name server does not answer',
  ETIMEOUT: 'could not be looked up: the name server does not answer',
  ESERVFAIL: 'could not be looked up: the name server failed',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'broke the connection off',
  EPIPE: 'broke the connection off',
  UND_ERR_SOCKET: 'broke the connection off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent another length than it had said',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  [onlyIpv6]: 'has only addresses of IPv6, to which there is no way from here',
  ETIMEDOUT: 'did not take the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not take the connection in time',
  UND_ERR_HEADERS_OVERFLOW: 'sent too many headers',
  CERT_HAS_EXPIRED: 'has a certificate that is out of date',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that nobody known has signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that nobody known has signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that nobody known has signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate that nobody known has signed',
}

/** Families of codes. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:ERR_SSL|ERR_TLS|EPROTO)/, 'does not speak TLS as it should'],
  [/^HPE_/, 'does not speak HTTP as it should'],
  [/^(?:Z_|ZSTD_|ERR_BROTLI|ERR__ERROR_FORMAT)/, 'sent a body that cannot be unpacked'],
]

/** What tells of the network here or of this process. Any other reason may be the doing of a single host. */
const reasonsHere: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ETIMEOUT',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'closed',
  'header-invalid',
])

/** Whether a fetch failed by what a host did or did not do, so that others may well be fetched. */
export function isOfTheHost(error: GyreError): boolean {
  return error.code === 'fetch-failed' && !reasonsHere.has(error.details['reason'])
}

export function fetchFailed(message: string, about: Readonly<Record<string, unknown>>): GyreError {
  return new GyreError('fetch-failed', message, about)
}

export function tooSlow(host: string, ms: number): GyreError {
  const message = `\`${host}\` did not send its whole answer within ${Math.round(ms / 100) / 10} s.`
  return fetchFailed(message, { host, reason: 'timeout', timeoutMs: ms })
}

/** What was thrown on the way to a host, as one of our errors; a refusal stays one. */
export function asFetchFailure(thrown: unknown, host: string): GyreError {
  const chain = causesOf(thrown)
  const own = chain.find((error) => error instanceof GyreError)
  if (own) return own
  const code = chain.map(codeOf).find((each) => each !== undefined)
  const about = { host, reason: code ?? 'unknown', cause: thrown }
  if (code === undefined) return fetchFailed(`\`${host}\` could not be fetched: ${wordsOf(chain)}`, about)
  return fetchFailed(`\`${host}\` ${reasonOf(code)} (${code}).`, about)
}

function codeOf(error: NodeJS.ErrnoException): string | undefined {
  const { name, code } = error
  if (typeof code === 'string') return noWay.has(code) && isToIpv6(error) ? onlyIpv6 : code
  // The client leaves the code of its parser out.
  return name === 'HTTPParserError' ? 'HPE_INVALID' : undefined
}

const noWay: ReadonlySet<string> = new Set(['ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Several addresses are tried one after the other. */
function isToIpv6(error: Error): boolean {
  const tried: readonly { readonly address?: string }[] = error instanceof AggregateError ? error.errors : [error]
  return tried.every(({ address = '' }) => isIPv6(address))
}

function reasonOf(code: string): string {
  return reasons[code] ?? families.find(([pattern]) => pattern.test(code))?.[1] ?? 'could not be fetched'
}

/** The innermost says most: those around it say that a fetch failed. */
function wordsOf(chain: readonly Error[]): string {
  return chain.at(-1)?.message || 'the reason is not known.'
}

const mostCauses = 5

/** An error, and what caused it, and so on. */
function causesOf(thrown: unknown): readonly Error[] {
  const chain: Error[] = []
  for (let error = thrown; error instanceof Error && chain.length < mostCauses; error = error.cause) chain.push(error)
  return chain
}
