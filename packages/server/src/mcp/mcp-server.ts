/** The MCP server of one caller: for a request over HTTP, or for a connection over stdio. */
import { McpServer, type McpServerFactory, type RequestStateCodec } from '@modelcontextprotocol/server'
import type { Asker } from '../session/begin-session.ts'
import { type CallState, callStates, type Desk } from './desk.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { registerTasks } from './tasks.ts'
import { registerIntervene } from './tools/intervene.ts'
import { registerLookTools } from './tools/look-tools.ts'
import { registerRunTools } from './tools/run-loop.ts'

export type McpOptions = {
  readonly version: string
  /** Whether clients are left because the server ends: what they were after is suspended, never aborted. */
  readonly isStopping?: () => boolean
  /** What a test wants to have besides; no command sets it. */
  readonly conformanceFixtures?: (server: McpServer, states: RequestStateCodec<CallState>) => void
}

/** Sessions of older clients that ask this often in one call are watched on with another call. */
const mostRounds = 32

const instructions =
  'Runs agentic loops. `list_loops` says what there is; `run_loop` starts a session and answers with its answer, or ' +
  'with its id when it takes longer; `wait_session` watches on; `intervene` steers, answers, approves or aborts.'

/** Nobody is told when a list changes: who wants to know asks again. */
const fixed = { listChanged: false } as const

/** What these lists hold changes with the program alone. */
const steady = { ttlMs: 300_000, cacheScope: 'private' } as const

export function mcpServerFactory(asker: Asker, options: McpOptions): McpServerFactory {
  return ({ era }) => {
    const states = callStates(asker)
    const server = new McpServer(
      { name: 'gyre', title: 'Gyre', version: options.version },
      {
        instructions,
        capabilities: { tools: fixed, prompts: fixed, resources: fixed },
        cacheHints: { 'tools/list': steady, 'resources/templates/list': steady, 'server/discover': steady },
        requestState: { verify: states.verify },
        inputRequired: { maxRounds: mostRounds },
      },
    )
    const desk: Desk = { server, asker, states, isStopping: options.isStopping ?? (() => false) }
    registerRunTools(desk)
    registerLookTools(desk)
    registerIntervene(desk)
    registerResources(desk)
    registerPrompts(desk)
    if (era === 'modern') registerTasks(desk)
    options.conformanceFixtures?.(server, states)
    return server
  }
}
