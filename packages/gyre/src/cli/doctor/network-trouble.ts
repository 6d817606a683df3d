/** Why a host was not reached, in words that say what to do. */
import type { Environment } from '../io.ts'

export type NetworkTrouble = { readonly message: string; readonly fix: string }

/** What was thrown by `fetch` or a socket; undefined when it is no matter of the network. */
export function networkTrouble(thrown: unknown, host: string): NetworkTrouble | undefined {
  const code = codeOf(thrown)
  if (code === undefined) return undefined
  const kind = kinds.find(({ codes }) => codes.test(code))
  return kind && { message: `${host} ${kind.says} (${code}).`, fix: kind.fix }
}

const kinds: readonly { readonly codes: RegExp; readonly says: string; readonly fix: string }[] = [
  {
    codes: /^(?:ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL)$/,
    says: 'is a name that no DNS server knows here',
    fix: 'Check how the name is written, then the network and its DNS server.',
  },
  {
    codes: /^ECONNREFUSED$/,
    says: 'refuses connections: nothing listens on that port',
    fix: 'Start the server, or correct its address and port.',
  },
  {
    codes: /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|TimeoutError)$/,
    says: 'does not answer in time',
    fix: 'Look for a firewall between, or for a proxy that must be used: see HTTPS_PROXY.',
  },
  {
    codes: /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
    says: 'cannot be reached from here',
    fix: 'Connect this machine to the network that leads there.',
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS/,
    says: 'shows a TLS certificate that is not trusted here',
    fix: 'If it is your own or that of your proxy, name its authority: NODE_EXTRA_CA_CERTS=FILE. Check the clock, too.',
  },
  {
    codes: /^(?:EPROTO|ERR_SSL_)/,
    says: 'does not speak TLS there',
    fix: 'Check the port, and whether the address begins with http:// or https://.',
  },
  {
    codes: /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_\w+)$/,
    says: 'closed the connection, or speaks no HTTP',
    fix: 'Check the address; a firewall or proxy between may do so, too.',
  },
]

/** `fetch` wraps what the socket said, and several addresses that failed are one error of several. */
function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  if (thrown.name === 'TimeoutError') return thrown.name
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code
  const inner = thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause
  return codeOf(inner)
}

/** The variable that names a proxy which is passed over; undefined when there is none, or it is used. */
export function ignoredProxy(env: Environment, url: URL): string | undefined {
  const variable = proxyVariables[url.protocol]?.find((name) => env[name]?.trim())
  return variable === undefined || usesProxy(env) || isExempt(env, url.hostname) ? undefined : variable
}

const proxyVariables: Readonly<Record<string, readonly string[]>> = {
  'https:': ['HTTPS_PROXY', 'https_proxy'],
  'http:': ['HTTP_PROXY', 'http_proxy'],
}

/** Node reads these variables only when it is told to. */
function usesProxy(env: Environment): boolean {
  const options = [...process.execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)]
  return env['NODE_USE_ENV_PROXY'] === '1' || options.includes('--use-env-proxy')
}

function isExempt(env: Environment, host: string): boolean {
  const listed = (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(/[\s,]+/).filter((each) => each !== '')
  return isLoopbackHost(host) || listed.some((each) => each === '*' || host.endsWith(each.replace(/^\*?\.?/, '')))
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.')
}
