/** A process with a server that does not want to end. It tells the processes there are, and waits to be killed. */
import { mcpServers } from '../../../packages/tools/src/mcp/mcp-servers.ts'
import { env, raw } from './peers.ts'
import { toolContext } from './tool-context.ts'

const servers = mcpServers({ s: raw({ stubborn: true, helper: true }) }, { env })
for (const echo of await servers.tools()) {
  const { text } = (await echo.run({}, toolContext())) as { readonly text: string }
  const { pid, helper } = JSON.parse(text) as { readonly pid: number; readonly helper: number }
  process.stdout.write(`${JSON.stringify([pid, helper])}\n`)
}
