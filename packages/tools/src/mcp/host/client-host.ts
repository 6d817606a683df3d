/** What servers are offered by this side: people and models to ask, roots, an ear for their logs. */
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Sdk from '@modelcontextprotocol/client'
import type { LogEntry } from '../log-entry.ts'
import type { Library } from '../wire/sdk.ts'
import type { CallsInFlight } from './calls-in-flight.ts'
import { elicit } from './elicitation.ts'
import { sample } from './sampling.ts'

export type HostOptions = {
  /** The server's name, for people. */
  readonly server: string
  readonly version: string
  readonly cwd: string | undefined
  readonly calls: CallsInFlight
  readonly onLog: ((entry: LogEntry) => void) | undefined
  onTools(error: Error | null): void
}

/** A client of the protocol that serves what a server may ask for. */
export function makeClient(sdk: Library, mode: Sdk.VersionNegotiationMode, options: HostOptions): Sdk.Client {
  const { version, cwd, onLog, onTools } = options
  const client = new sdk.Client(
    { name: 'gyre', version },
    {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, ...(cwd !== undefined && { roots: {} }) },
      versionNegotiation: { mode },
      // The tool's own output schema is checked where all tools' are.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
      listChanged: { tools: { autoRefresh: false, debounceMs: 50, onChanged: onTools } },
    },
  )
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
    answerPerson(params, mcpReq.signal, options),
  )
  client.setRequestHandler('sampling/createMessage', ({ params }) => answerModel(sdk, params, options))
  if (cwd !== undefined) client.setRequestHandler('roots/list', () => ({ roots: [rootOf(cwd)] }))
  if (onLog) client.setNotificationHandler('notifications/message', ({ params }) => onLog(entryOf(params)))
  return client
}

async function answerPerson(
  params: Sdk.ElicitRequestParams,
  signal: AbortSignal,
  { server, calls }: HostOptions,
): Promise<Sdk.ElicitResult> {
  const call = calls.asking()
  if (!call) return { action: 'decline' }
  try {
    return await call.inTurn(() => elicit(params, { server, signal, ask: (...asked) => call.context.ask(...asked) }))
  } catch (error) {
    // Nobody can be asked: that is no answer the server could go on with.
    call.fail(error)
    return { action: 'cancel' }
  }
}

/** The code with which the protocol lets a person say no. */
const rejected = -1

async function answerModel(
  sdk: Library,
  params: Sdk.CreateMessageRequestParams,
  { calls }: HostOptions,
): Promise<Sdk.CreateMessageResult> {
  const call = calls.asking()
  if (!call) throw new sdk.ProtocolError(rejected, 'Declined: it is not clear for which call this is asked.')
  return call.inTurn(() => sample(params, (...asked) => call.context.generate(...asked)))
}

function rootOf(cwd: string): Sdk.Root {
  return { uri: pathToFileURL(cwd).href, name: basename(cwd) }
}

function entryOf({ level, logger, data }: Sdk.LoggingMessageNotificationParams): LogEntry {
  return { level, ...(logger !== undefined && { logger }), data }
}
