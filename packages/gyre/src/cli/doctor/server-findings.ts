/** The server of `gyre serve`: its package, its port, and whether it would be let listen. */
import { createServer } from 'node:net'
import { type Finding, fault, note, ok } from './finding.ts'
import { isLoopbackHost } from './network-trouble.ts'

/** Who listens on this machine answers in less. */
const answerMs = 2000

export type ServerFindingOptions = {
  readonly host: string
  readonly port: number
  readonly isInstalled: boolean
  /** Whether there is a key that works; undefined where that is not known. */
  readonly hasKey: boolean | undefined
  readonly fetch: typeof globalThis.fetch
}

export async function serverFindings(options: ServerFindingOptions): Promise<readonly Finding[]> {
  const { isInstalled, host, hasKey } = options
  if (!isInstalled) return [ok('server', 'not installed: see libraries')]
  const isPublic = !isLoopbackHost(host)
  const open = isPublic && hasKey === false
  return [
    ...(open
      ? [fault('server', `Others can reach ${host}, and there is no key.`, 'Make one: gyre keys add NAME')]
      : []),
    await portFinding(options),
  ]
}

async function portFinding({ host, port, fetch }: ServerFindingOptions): Promise<Finding> {
  const check = 'port'
  if (port === 0) return ok(check, 'any that is free')
  const code = await listenCode(host, port)
  if (code === undefined) return ok(check, `${port} is free on ${host}`)
  if (code === 'EADDRINUSE') return takenFinding(host, port, fetch)
  const reason = reasons[code]?.(host, port)
  return fault(
    check,
    reason ?? `${host}:${port} cannot be listened on (${code}).`,
    'Change `server` in the config file.',
  )
}

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EACCES: (_, port) => `This user may not listen on port ${port}: those above 1023 are for everybody.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine.`,
  ENOTFOUND: (host) => `${host} is no address, and no name that this machine knows.`,
}

/** Listens for a moment, as the server would: why that fails, or undefined. */
function listenCode(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

async function takenFinding(host: string, port: number, fetch: typeof globalThis.fetch): Promise<Finding> {
  // All addresses are not one that can be asked.
  const asked = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${asked.includes(':') ? `[${asked}]` : asked}:${port}`
  if (await isGyre(url, fetch)) return ok('port', `a Gyre listens already: ${url}`)
  const fix = `Take another: gyre serve --port ${port + 1}, or end that program: lsof -i :${port} names it.`
  return note('port', `Another program, which is no Gyre, listens on port ${port}.`, fix)
}

async function isGyre(url: string, fetch: typeof globalThis.fetch): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(answerMs), redirect: 'manual' })
    const body = (await response.json()) as { readonly status?: unknown }
    return response.ok && body.status === 'alive'
  } catch {
    return false
  }
}
