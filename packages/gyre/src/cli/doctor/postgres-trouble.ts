/** Why sessions cannot be kept in a PostgreSQL, and what to do: before it is opened, and when that failed. */
import { connect } from 'node:net'
import { GyreError } from '@gyre/core'
import { type Finding, fault, faultOf } from './finding.ts'
import { networkTrouble } from './network-trouble.ts'

const answerMs = 2000
const usualPort = 5432

/** Nothing when somebody listens there, or it is no matter of the network. */
export async function unreachedPostgres(url: string, timeoutMs = answerMs): Promise<Finding | undefined> {
  const { hostname, port, host } = new URL(url)
  // Sockets of the file system are named elsewhere in the address.
  if (hostname === '' || hostname.startsWith('%2F')) return undefined
  const thrown = await connection(hostname.replace(/^\[|\]$/g, ''), Number(port || usualPort), timeoutMs)
  const trouble = thrown && networkTrouble(thrown, port === '' ? `${host}:${usualPort}` : host)
  const fix = 'Check host and port in GYRE_DATABASE_URL, and that PostgreSQL runs there and listens to this machine.'
  return trouble && fault('store', trouble.message, fix)
}

function connection(host: string, port: number, timeoutMs: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const end = (thrown?: Error) => {
      socket.destroy()
      resolve(thrown)
    }
    socket.once('connect', () => end())
    socket.once('error', end)
    socket.once('timeout', () => end(Object.assign(new Error('timeout'), { name: 'TimeoutError' })))
  })
}

/** Why it could not be opened. */
export function postgresFault(thrown: unknown, url: string): Finding {
  const found = faultOf('store', thrown)
  const cause = thrown instanceof GyreError ? thrown.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const fix = fixes[code]?.(new URL(url)) ?? oldServerFix(thrown)
  return fix === undefined ? found : { ...found, fix }
}

const fixes: Readonly<Record<string, (url: URL) => string>> = {
  '28P01': () => 'Put the right user and password into GYRE_DATABASE_URL.',
  '28000': () =>
    'Check the user in GYRE_DATABASE_URL, and that pg_hba.conf of the server lets them in from this machine.',
  '3D000': (url) => `Make the database, or correct its name in GYRE_DATABASE_URL: createdb ${nameOf(url.pathname)}`,
  '42501': ({ username }) =>
    `Let an administrator run there: CREATE SCHEMA gyre AUTHORIZATION ${username}; CREATE SCHEMA gyre_jobs AUTHORIZATION ${username}`,
  '53300': () => 'Raise max_connections of the server, or end processes that use it.',
}

function nameOf(pathname: string): string {
  return decodeURIComponent(pathname.slice(1)) || 'NAME'
}

function oldServerFix(thrown: unknown): string | undefined {
  const isOld = thrown instanceof GyreError && thrown.code === 'store-failed' && 'version' in thrown.details
  return isOld ? 'Upgrade the server, or use another one.' : undefined
}
