/** Calls of a server's tools: whatever goes wrong with one is told so that a model can do something about it. */
import { GyreError, type ToolContext, type ToolOutput, toolOutput } from '@gyre/core'
import type { Connection } from './connection.ts'
import { answerOf } from './tools/content-parts.ts'
import { callRemote } from './tools/remote-call.ts'
import type { CalledTool, ToolList } from './tools/tool-list.ts'
import { type FailureFacts, failureOf, statusOf } from './wire/failure.ts'
import { brokenOff } from './wire/http-transport.ts'
import type { Peer } from './wire/peer.ts'

export type LinkCallsOptions = Pick<FailureFacts, 'server' | 'redact'> & {
  readonly trusted: boolean
  readonly connection: Connection
  readonly list: ToolList
}

type Input = Readonly<Record<string, unknown>>

export class LinkCalls {
  readonly #options: LinkCallsOptions

  constructor(options: LinkCallsOptions) {
    this.#options = options
  }

  async call(tool: CalledTool, input: Input, context: ToolContext): Promise<ToolOutput> {
    const from = this.#options.trusted ? undefined : tool.name
    try {
      return answerOf(await this.#result(tool, input, context), from)
    } catch (error) {
      if (context.signal.aborted) throw error
      // The text may be the server's own: it is shown as such.
      const text = error instanceof Error ? error.message : String(error)
      return toolOutput({ text, error: true, ...(from !== undefined && { untrusted: { from } }) })
    }
  }

  async #result(tool: CalledTool, input: Input, context: ToolContext) {
    const { connection } = this.#options
    for (let isFirst = true; ; isFirst = false) {
      const peer = await unlessAborted(connection.open(), context.signal)
      const remote = this.#options.list.find(tool.remote)
      if (!remote) throw this.#gone(tool)
      try {
        const result = await callRemote(peer, remote, input, context)
        connection.served(peer)
        return result
      } catch (error) {
        // A server that has forgotten this client has done nothing: a new session, and the call once more.
        if (!isFirst || !hasForgotten(peer, error)) throw this.#explained(error, peer)
        await connection.drop(peer)
      }
    }
  }

  #gone({ name }: CalledTool): GyreError {
    const { server, list } = this.#options
    const there = list.tools.map((tool) => `\`${tool.name}\``).join(', ') || 'none'
    const message = `\`${name}\` is gone: the MCP server \`${server}\` does not offer it any more. Its tools: ${there}.`
    return new GyreError('tool-failed', message, { tool: name })
  }

  #explained(error: unknown, { sdk, complaints, how }: Peer): unknown {
    if (error instanceof GyreError) return error
    const { server, redact } = this.#options
    const told = (message: string) => new GyreError('tool-failed', redact(message), { server, cause: error })
    const isBroken = how !== undefined || (error instanceof Error && error.message.endsWith(brokenOff))
    if (isBroken) {
      const { message } = failureOf(error, { server, complaints, how, redact })
      return told(`${message}\nWhether the call was carried out is not known.`)
    }
    if (error instanceof sdk.ProtocolError)
      return told(`MCP server \`${server}\` answered with an error: ${error.message}`)
    if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.UnsupportedResultType) {
      return told(
        `MCP server \`${server}\` gave a task to come back for instead of an answer; nobody had asked for one.`,
      )
    }
    // It runs: what it once complained of has nothing to do with this.
    return failureOf(error, { server, complaints: [], how, redact })
  }
}

/** Whether the server keeps sessions and does not know this one: it was started again, say. */
function hasForgotten(peer: Peer, error: unknown): boolean {
  const status = statusOf(error)
  if (!peer.hasSession) return false
  return status === 404 || (status === 400 && /session/i.test(error instanceof Error ? error.message : ''))
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(new GyreError('aborted', 'The call was aborted.'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  })
  return Promise.race([work, aborted])
}
