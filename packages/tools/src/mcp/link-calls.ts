/** Calls of a server's tools: whatever goes wrong with one is told so that a model can do something about it. */
import { GyreError, type ToolContext, type ToolOutput, WrapUp } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'
import type { Connection } from './connection.ts'
import { answerOf } from './tools/content-parts.ts'
import { callRemote } from './tools/remote-call.ts'
import type { CalledTool, ToolList } from './tools/tool-list.ts'
import { unlessAborted } from './unless-aborted.ts'
import { type FailureFacts, failureOf, statusOf } from './wire/failure.ts'
import { isBrokenOff } from './wire/http-transport.ts'
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

  /**
   * What the server answers is an answer, even when it is that it cannot or will not. A server that dies, is not there
   * or does not keep to the protocol fails the call.
   */
  async call(tool: CalledTool, input: Input, context: ToolContext): Promise<ToolOutput> {
    const from = this.#options.trusted ? undefined : tool.name
    const result = await this.#result(tool, input, context)
    return answerOf(result, from)
  }

  async #result(tool: CalledTool, input: Input, context: ToolContext): Promise<Sdk.CallToolResult> {
    const { connection } = this.#options
    for (let isFirst = true; ; isFirst = false) {
      const peer = await unlessAborted(connection.soon(context.signal), context.signal, aborted)
      const remote = this.#options.list.find(tool.remote)
      if (!remote) throw this.#gone(tool)
      try {
        const result = await callRemote(peer, remote, input, context)
        connection.served(peer)
        return result
      } catch (error) {
        if (isOfArguments(peer, error)) return this.#refusal(error)
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
    return new GyreError('tool-unknown', message, { tool: name })
  }

  /** Older servers refuse arguments by an error of the protocol. The text is the server's own, and shown as such. */
  #refusal({ message }: Error): Sdk.CallToolResult {
    const { server, redact } = this.#options
    const text = redact(`MCP server \`${server}\` answered with an error: ${message}`)
    return { content: [{ type: 'text', text }], isError: true }
  }

  #explained(error: unknown, peer: Peer): unknown {
    // Ours: a person or a model that the server asked for could not be had.
    if (error instanceof GyreError || error instanceof WrapUp) return error
    const { server, redact } = this.#options
    const { sdk, how } = peer
    const told = (message: string) => new GyreError('tool-failed', redact(message), { server, cause: error })
    if (how !== undefined || isBrokenOff(error)) {
      return told(`${peer.failure(error).message}\nWhether the call was carried out is not known.`)
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

function isOfArguments({ sdk }: Peer, error: unknown): error is Error {
  return error instanceof sdk.ProtocolError && error.code === sdk.ProtocolErrorCode.InvalidParams
}

function aborted(): GyreError {
  return new GyreError('aborted', 'The call was aborted.')
}
