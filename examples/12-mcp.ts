/** Tools of a real MCP server: it runs as a process of its own, and its answers come in a fence, as text from outside. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { open, react } from 'gyre'
import { calls, says, scriptedModel } from 'gyre/testing'
import { mcpServers } from 'gyre/tools'

const folder = mkdtempSync(join(tmpdir(), 'gyre-example-'))

// The same shape as in `.mcp.json`. Nothing is started before tools are asked for.
const servers = mcpServers(
  {
    graph: {
      command: process.execPath,
      args: [fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'))],
      env: { MEMORY_FILE_PATH: join(folder, 'graph.jsonl') },
    },
  },
  { env: process.env },
)
const tools = await servers.tools()
for (const { name, effect } of tools) if (/create|search/.test(name)) console.log(`${name} (${effect})`)

const ada = { name: 'Ada', entityType: 'person', observations: ['Keeps the light since 1902.'] }
const model = scriptedModel(
  calls('graph.create_entities', { entities: [ada] }),
  calls('graph.search_nodes', { query: '1902' }),
  says('Ada keeps the light since 1902.'),
)
const runtime = open()
const session = await runtime.start(react, 'Note that Ada keeps the light since 1902.', { model, tools })
console.log((await session.outcome).answer)

// What the server said. It is marked as text from outside, which models are shown in a fence.
const [result] = (await runtime.prompt(session.id, 'think#3')).at(-1)?.parts ?? []
if (result?.type === 'tool-result') console.log(result.untrusted, JSON.stringify(JSON.parse(result.text).entities[0]))

await runtime.close()
await servers.close()
rmSync(folder, { recursive: true })

// Prints:
// graph.create_entities (once)
// graph.create_relations (once)
// graph.search_nodes (pure)
// Ada keeps the light since 1902.
// { from: 'graph.search_nodes' } {"name":"Ada","entityType":"person","observations":["Keeps the light since 1902."]}
