/** Servers whose troubles a test wants to see, and whose clock is its own. */
import type { GyreError, Tool } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { onTestFinished } from 'vitest'
import type { McpServersConfig } from '../../../packages/tools/src/mcp/config/servers-config.ts'
import { type McpServersOptions, mcpServers } from '../../../packages/tools/src/mcp/mcp-servers.ts'
import { env } from './peers.ts'
import { called } from './servers-under-test.ts'
import { toolContext } from './tool-context.ts'

/** Servers that are closed when the test is over, and their troubles. */
export function opened(config: McpServersConfig, options: Partial<McpServersOptions> = {}) {
  const troubles: [string, GyreError][] = []
  const clock = simulatedClock()
  const onTrouble = (name: string, error: GyreError) => troubles.push([name, error])
  const servers = mcpServers(config, { env, clock, onTrouble, ...options })
  onTestFinished(() => servers.close())
  return { servers, troubles, clock }
}

export async function call(tools: readonly Tool[], name: string, input: object = {}, context = toolContext()) {
  const tool = tools.find((each) => each.name === name)
  return called(() => tool?.run(input, context))
}

export const stateOf = ({ servers }: ReturnType<typeof opened>) =>
  servers.status().map(({ name, state }) => [name, state])
