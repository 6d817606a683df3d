/** `gyre serve`: loops over HTTP, until somebody ends it. */
import { GyreError } from '@gyre/core'
import { ApiKeys, defaultServerOptions, type RunningServer, type ServerOptions, serve } from '@gyre/server'
import { manifest } from '../../manifest.ts'
import { type Observers, observersOf } from '../../serve/observers.ts'
import { pagesFolder } from '../../serve/pages-folder.ts'
import { serverPlace } from '../../serve/server-place.ts'
import { jsonLog } from '../../telemetry/json-log.ts'
import { openWorkplace, type Workplace } from '../../wiring/workplace.ts'
import { wholeNumber } from '../arguments/quantities.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'

const highestPort = 65_535

/** Slower than any model is. */
const slowestPaceMs = 60_000

/** How long steps in flight may take to end, once somebody ends the server. */
const graceMs = 5000

export const serveCommand: CommandRun = async (call) => {
  const { io, options } = call
  const flags = flagsOf(call)
  const signals = signalsOf(io)
  const observers = observersOf(io.env)
  const workplace = await openWorkplace({
    cwd: io.cwd,
    env: io.env,
    platform: io.platform,
    data: options.text('data'),
    onTrouble: (line) => io.report(line),
    recover: true,
    demoPaceMs: wholeNumber('--demo-pace', options.text('demo-pace'), 0, slowestPaceMs),
    onRun: (run) => observers.onRun(run),
  })
  let server: RunningServer | undefined
  try {
    await observers.watch(workplace.runtime)
    server = await serve(serverPlace(workplace), {
      ...fromConfig(workplace),
      ...flags,
      ...observers.server,
      log: jsonLog(io.err, workplace.config.log),
      pages: await pagesFolder(),
    })
    await tell(io, server, workplace, flags.isOpen === true)
    await signals.first
    io.report('Suspending sessions; they go on at the next start. Once more ends at once.')
  } finally {
    await Promise.race([close(server, workplace, observers), signals.second])
  }
  return signals.count > 1 ? exitCodes.interrupted : exitCodes.done
}

/** Sessions are handed back before connections are cut: so whoever waits for one is told what became of it. */
async function close(server: RunningServer | undefined, workplace: Workplace, observers: Observers): Promise<void> {
  server?.stop()
  await workplace.close({ graceMs })
  await server?.close()
  await observers.close()
}

type Signals = { readonly first: Promise<void>; readonly second: Promise<void>; readonly count: number }

/** The first signal ends the server as it should be, the second at once. */
function signalsOf(io: Io): Signals {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  io.onSignal(() => {
    count += 1
    if (count === 1) first.resolve()
    else second.resolve()
  })
  return {
    first: first.promise,
    second: second.promise,
    get count() {
      return count
    },
  }
}

function flagsOf({ options }: CommandCall): Partial<ServerOptions> {
  const port = wholeNumber('--port', options.text('port'), 0, highestPort)
  const host = options.text('host')
  if (host === '') throw new GyreError('usage-invalid', '`--host` is empty.')
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(options.flag('no-auth') && { isOpen: true }),
    ...(options.flag('detach') && { onDisconnect: 'detach' }),
  }
}

function fromConfig({ config: { server } }: Workplace): Partial<ServerOptions> {
  const { requestsPerMinute, streamsPerKey, ...given } = server
  const { rates, streams } = defaultServerOptions
  return {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<ServerOptions>),
    rates: { ...rates, perCaller: requestsPerMinute ?? rates.perCaller },
    streams: { ...streams, perCaller: streamsPerKey ?? streams.perCaller },
  }
}

async function tell(io: Io, server: RunningServer, { runtime }: Workplace, isOpen: boolean): Promise<void> {
  const { url, otherUrls } = server
  const login = isOpen ? null : await server.loginLink()
  if (io.output !== 'text') {
    io.printJson({ url, otherUrls, openai: `${url}/v1`, login, version: manifest().version })
    return
  }
  io.print(`Gyre ${manifest().version} listens on ${url}`)
  for (const other of otherUrls) io.print(`  for others         ${other}`)
  io.print(`  OpenAI-compatible  ${url}/v1`)
  io.print(`  REST and events    ${url}/api/v1/docs`)
  io.print(`  MCP                ${url}/mcp`)
  if (server.hasPages) io.print(`  Web page           ${login ?? url}`)
  else if (login !== null) io.print(`  Log in, once       ${login}`)
  // Also who wants it quiet has to know.
  if (login === null) io.insist('Nobody is asked for a key: whoever uses this machine may use it.')
  if (otherUrls.length > 0) io.report(otherNames)
  const keys = new ApiKeys({ catalog: runtime.store.catalog, now: () => Date.now() })
  if (login !== null && !(await keys.hasValid())) {
    io.report('There is no key yet. Programs need one: gyre keys add NAME')
  }
}

/** A page of anybody can give a name of its own this machine's address: see the host check of the server. */
const otherNames =
  "It answers to these addresses and to localhost. Any other name, also this machine's own, must be in `server.allowedHosts` of the config."
