/** `gyre serve`: loops over HTTP, until somebody ends it. */
import { GyreError } from '@gyre/core'
import {
  ApiKeys,
  defaultServerOptions,
  Metrics,
  type RunningServer,
  type ServerOptions,
  serve,
  sessionMetrics,
} from '@gyre/server'
import { manifest } from '../../manifest.ts'
import { pagesFolder } from '../../serve/pages-folder.ts'
import { serverPlace } from '../../serve/server-place.ts'
import { jsonLog } from '../../telemetry/json-log.ts'
import { usualConcurrency } from '../../wiring/dispatch.ts'
import type { Workplace } from '../../wiring/workplace.ts'
import { wholeNumber } from '../arguments/quantities.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import type { Io } from '../io.ts'
import { demoPace, untilTold, usualGraceMs } from '../until-told.ts'

const highestPort = 65_535

export const serveCommand: CommandRun = async (call) => {
  const { io, options } = call
  const flags = flagsOf(call)
  const concurrency = wholeNumber('--concurrency', options.text('concurrency'))
  const metrics = new Metrics()
  return untilTold(call, {
    place: { dispatch: { concurrency }, demoPaceMs: demoPace(options) },
    watchers: [sessionMetrics(metrics)],
    graceMs: usualGraceMs,
    begin: async (workplace) => {
      if (concurrency === 0 && !workplace.postgres) throw nobodyElse()
      const server = await serve(serverPlace(workplace), {
        ...fromConfig(workplace),
        ...flags,
        metrics,
        log: jsonLog(io.err, workplace.config.log),
        pages: await pagesFolder(),
      })
      return {
        stop: () => server.stop(),
        close: () => server.close(),
        tell: () => tell(io, server, workplace, { isOpen: flags.isOpen === true, concurrency }),
        farewell: workplace.postgres
          ? 'Handing sessions over; other workers go on with them, else the next to start.'
          : 'Suspending sessions; they go on at the next start.',
      }
    },
  })
}

/** A server that runs nothing needs others that do: on one file it begins sessions itself, and nobody would go on with them. */
function nobodyElse(): GyreError {
  return new GyreError('usage-invalid', '`--concurrency 0` needs workers, and so PostgreSQL: set GYRE_DATABASE_URL.')
}

function flagsOf({ options }: CommandCall): Partial<ServerOptions> {
  const port = wholeNumber('--port', options.text('port'), 0, highestPort)
  const host = options.text('host')
  if (host === '') throw new GyreError('usage-invalid', '`--host` is empty: expected an address, such as 127.0.0.1.')
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

type Manner = { readonly isOpen: boolean; readonly concurrency: number | undefined }

async function tell(
  io: Io,
  server: RunningServer,
  workplace: Workplace,
  { isOpen, concurrency }: Manner,
): Promise<void> {
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
  if (workplace.postgres) io.print(`  Sessions           ${sharedText(workplace.where, concurrency)}`)
  // Also who wants it quiet has to know.
  if (login === null) io.insist('Nobody is asked for a key: whoever uses this machine may use it.')
  if (otherUrls.length > 0) io.report(otherNames)
  const keys = new ApiKeys({ catalog: workplace.runtime.store.catalog, now: () => Date.now() })
  if (login !== null && !(await keys.hasValid())) {
    io.report('There is no key yet. Programs need one: gyre keys add NAME')
  }
}

function sharedText(where: string, concurrency = usualConcurrency): string {
  const here =
    concurrency === 0
      ? 'workers run them: gyre worker'
      : `up to ${concurrency} at once run here, others where workers are`
  return `in ${where}; ${here}`
}

/** A page of anybody can give a name of its own this machine's address: see the host check of the server. */
const otherNames =
  "It answers to these addresses and to localhost. Any other name, also this machine's own, must be in `server.allowedHosts` of the config."
