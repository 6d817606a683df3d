/** What the tools of one MCP server share: who calls it, and how state that a client carries is sealed. */
import { hkdfSync } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Asker } from '../session/begin-session.ts'

/** The session a call is about, for the round in which the client brings answers. */
export type CallState = { readonly session: string }

export type Desk = {
  readonly server: McpServer
  readonly asker: Asker
  readonly states: RequestStateCodec<CallState>
  isStopping(): boolean
}

const keyBytes = 32

/** People may think about an answer for as long. */
const stateSeconds = 86_400

/** Seals what a client carries from round to round: another caller, or a changed letter, and it opens nothing. */
export function callStates({ caller, tenant }: Asker): RequestStateCodec<CallState> {
  const { secret } = tenant.runtime.store.keys.current
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'gyre mcp request state', keyBytes))
  const who = [tenant.owner, caller.key ?? '', caller.name].join('\n')
  return createRequestStateCodec<CallState>({ key, ttlSeconds: stateSeconds, bind: () => who })
}

/** What a client can do: said with each request, or once when it connected. */
export function clientCapabilities({ server }: Desk, { mcpReq }: ServerContext): ClientCapabilities {
  const envelope: { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {}
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities() ?? {}
}

/** Whether the person in front of the client can be asked by a form. */
export function canAsk(desk: Desk, ctx: ServerContext): boolean {
  const { elicitation } = clientCapabilities(desk, ctx)
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
