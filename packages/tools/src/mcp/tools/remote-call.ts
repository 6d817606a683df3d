/** One call of a server's tool, from the request to the answer. */
import { GyreError, type ToolContext } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'
import { Call } from '../host/calls-in-flight.ts'
import { elicit } from '../host/elicitation.ts'
import type { Peer } from '../wire/peer.ts'
import { callAsTask, needsTask } from './task-call.ts'
import { traceParent } from './trace-parent.ts'

/** The tool's own time ends a call, and that stands still while a person thinks: the SDK's must not. */
const forEver = 2 ** 31 - 1

/** How often a server may send a person somewhere before it does what it was asked. */
const mostVisits = 3

const levelKey = 'io.modelcontextprotocol/logLevel'

export async function callRemote(
  peer: Peer,
  tool: Sdk.Tool,
  input: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<Sdk.CallToolResult> {
  const call = new Call(context)
  const wantsLogs = peer.wantsLogs && peer.client.getProtocolEra() === 'modern'
  const params = {
    name: tool.name,
    arguments: { ...input },
    _meta: { traceparent: traceParent(context.session, context.path), ...(wantsLogs && { [levelKey]: 'debug' }) },
  }
  try {
    return await peer.calls.run(call, () => request(peer, tool, params, call))
  } catch (error) {
    throw call.signal.aborted ? abortedBy(call, error) : error
  } finally {
    // A question that was put to a person is answered, even when the server has given up meanwhile.
    await call.quiet()
  }
}

async function request(
  peer: Peer,
  tool: Sdk.Tool,
  params: Sdk.CallToolRequestParams,
  call: Call,
): Promise<Sdk.CallToolResult> {
  const { client, sdk } = peer
  const options: Sdk.RequestOptions = {
    signal: call.signal,
    timeout: forEver,
    onprogress: (progress) => tellProgress(call.context, progress),
  }
  for (let visits = 0; ; visits++) {
    try {
      return needsTask(tool) && client.getProtocolEra() === 'legacy'
        ? await callAsTask(sdk, client, params, { call, options })
        : await client.callTool(params, { ...options, toolDefinition: tool })
    } catch (error) {
      if (!(error instanceof sdk.UrlElicitationRequiredError) || visits >= mostVisits) throw error
      await visit(peer, error, call)
    }
  }
}

/** The SDK tells by the same way that it is about to ask for something: a person sees that when they are asked. */
const ownProgress = "Fulfilling input required by 'tools/call'"

function tellProgress(context: ToolContext, { progress, total, message }: Sdk.Progress): void {
  if (message?.startsWith(ownProgress)) return
  context.progress({ done: progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) })
}

/** The server does nothing before a person has been somewhere. */
async function visit(peer: Peer, error: Sdk.UrlElicitationRequiredError, call: Call): Promise<void> {
  const asking = { server: peer.server, signal: call.signal, ask: call.context.ask.bind(call.context) }
  for (const wanted of error.elicitations) {
    const { action } = await call
      .inTurn(() => elicit(wanted, asking))
      .catch((reason) => {
        throw askedInVain(reason)
      })
    if (action === 'accept') continue
    const message = `The server wants a person to open ${wanted.url} first; they did not want to.`
    throw new GyreError('person-needed', message, { cause: error })
  }
}

function abortedBy(call: Call, error: unknown): GyreError {
  if (call.context.signal.aborted) {
    return new GyreError('aborted', 'The call was aborted; the server was told.', { cause: error })
  }
  return askedInVain(call.signal.reason)
}

function askedInVain(reason: unknown): GyreError {
  const why = reason instanceof Error ? reason.message : String(reason)
  // The server is not to blame.
  return new GyreError('person-needed', `The server wanted to ask a person, and that failed: ${why}`, { cause: reason })
}
