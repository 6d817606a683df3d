/** Where a Valkey server is, read from a URL. What is shown of it names neither user nor password. */
import type { Rule } from '../store-options.ts'

export type ServerAddress = {
  readonly host: string
  readonly port: number
  readonly database: number
  readonly isTls: boolean
  readonly username: string
  readonly password: string
  /** For messages. */
  readonly shown: string
}

const isTlsByScheme = new Map([
  ['valkey:', false],
  ['valkeys:', true],
  ['redis:', false],
  ['rediss:', true],
])

/** The value itself is never told: it may hold a password. */
export const serverUrl: Rule = {
  fits: (value) => typeof value === 'string' && serverAddress(value) !== undefined,
  says:
    'a URL like valkey://user:password@localhost:6379/0 with valkey:, redis: or, for TLS, valkeys: or rediss:, ' +
    'and nothing after the number of the database',
}

/** Undefined when this is no URL of such a server. */
export function serverAddress(text: string): ServerAddress | undefined {
  const url = URL.parse(text)
  const isTls = url ? isTlsByScheme.get(url.protocol) : undefined
  if (url === null || isTls === undefined || url.hostname === '' || url.search !== '' || url.hash !== '')
    return undefined
  const database = /^\/?(\d*)$/.exec(url.pathname)?.[1]
  const [username, password] = [decoded(url.username), decoded(url.password)]
  if (database === undefined || username === undefined || password === undefined) return undefined
  const [port, number] = [Number(url.port || 6379), Number(database)]
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    database: number,
    isTls,
    username,
    password,
    shown: `${url.protocol}//${url.hostname}:${port}/${number}`,
  }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
