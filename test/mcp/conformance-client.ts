/**
 * The client that the protocol's own conformance suite runs: our tools, called as each scenario wants.
 *
 * The suite starts it for each scenario, names that in the environment, and appends the address of its server.
 */
import { fitSchema, type Tool } from '@gyre/core'
import { type McpServersOptions, mcpServers } from '../../packages/tools/src/mcp/mcp-servers.ts'
import { called } from './support/servers-under-test.ts'
import { toolContext } from './support/tool-context.ts'

type Call = { readonly name: string; readonly arguments: object }

const url = process.argv.at(-1) ?? ''
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
const { toolCalls = [] } = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  readonly toolCalls?: readonly Call[]
}

/** What scenarios call that want more than every tool called without arguments. */
const scripts: Readonly<Record<string, (tools: readonly Tool[]) => readonly Call[]>> = {
  tools_call: () => [{ name: 'add_numbers', arguments: { a: 5, b: 3 } }],
  'http-custom-headers': () => toolCalls,
  'http-invalid-tool-headers': (tools) =>
    shortNames(tools).map((name) => ({ name, arguments: { region: 'us-west1' } })),
  'json-schema-2020-12-preservation': (tools) => [
    { name: 'json_schema_echo', arguments: { schema: named(tools, 'json_schema_2020_12_tool').input } },
  ],
}

function shortNames(tools: readonly Tool[]): readonly string[] {
  return tools.map(({ name }) => name.slice('peer.'.length))
}

function named(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((each) => each.name === `peer.${name}`)
  if (!tool) throw new Error(`There is no \`${name}\` among ${tools.map((each) => each.name).join(', ')}.`)
  return tool
}

/** A person who wants everything left as the server has it. */
const ask = async () => '/skip'

async function call(tools: readonly Tool[], { name, arguments: input }: Call): Promise<void> {
  const tool = named(tools, name)
  const fitted = fitSchema(tool.schema, input)
  if (!fitted.ok) throw new Error(`\`${name}\`: ${fitted.faults.join('; ')}`)
  const output = await called(() => tool.run(fitted.value, toolContext({ ask })))
  process.stdout.write(`${name}: ${JSON.stringify(output)}\n`)
}

const options: McpServersOptions = {
  env: {},
  cwd: import.meta.dirname,
  // The suite starts dozens of these at once.
  connectTimeoutMs: 200_000,
  onTrouble: (_, { message }) => {
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  },
}
const servers = mcpServers({ peer: { url } }, options)
const tools = await servers.tools()
const everyTool = shortNames(tools).map((name) => ({ name, arguments: {} }))
for (const each of scripts[scenario]?.(tools) ?? everyTool) await call(tools, each)
await servers.close()
