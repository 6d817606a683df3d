/** How a server that runs here is spoken to. */
import { resolve } from 'node:path'
import { serverEnvironment } from '../config/server-environment.ts'
import type { StdioServerConfig } from '../config/servers-config.ts'
import type { PeerOptions, Way } from './open-peer.ts'
import type { Library } from './sdk.ts'
import { StdioTransport } from './stdio-transport.ts'

/**
 * As servers of 2025 are spoken to, which newer ones understand, too. To ask first which version it is would stall
 * old servers, or end them. One that refuses the old way is asked in the new one, and that is remembered.
 */
export function stdioLines(sdk: Library, config: StdioServerConfig, options: PeerOptions): readonly Way[] {
  const { command, args = [] } = config
  const { env, cwd = '.', known, onReached } = options
  const folder = config.cwd === undefined ? options.cwd : resolve(cwd, config.cwd)
  const process = { command, args, env: serverEnvironment(env, config.env), cwd: folder }
  const open = () => {
    const transport = new StdioTransport(process, sdk.parseJSONRPCMessage, (pid) => onReached?.(`process ${pid}`))
    return {
      over: 'stdio' as const,
      transport,
      get complaints() {
        return transport.complaints
      },
      get how() {
        return transport.how
      },
      leave: async () => {},
    }
  }
  const modern: Way = { mode: 'auto', open, isWorthAnother: () => false }
  const legacy: Way = { mode: 'legacy', open, isWorthAnother: (error) => error instanceof sdk.ProtocolError }
  return known?.era === 'modern' ? [modern] : [legacy, modern]
}
