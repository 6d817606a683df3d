/** Servers as a test uses them: their tools run without a session, and all is closed when the test is over. */
import { fitSchema, GyreError, type Tool, type ToolContext, type ToolOutput } from '@gyre/core'
import type { McpServersConfig } from '../../../packages/tools/src/mcp/config/servers-config.ts'
import { type McpServersOptions, mcpServers } from '../../../packages/tools/src/mcp/mcp-servers.ts'
import { env } from './peers.ts'
import { toolContext } from './tool-context.ts'

export type Question = { readonly question: string; readonly choices?: readonly string[] | undefined }

/** An answer; `failed` is the code of what the tool threw instead of giving one. */
export type Called = ToolOutput & { readonly failed?: string }

export class ServersUnderTest {
  readonly troubles: { readonly server: string; readonly message: string }[] = []
  readonly logs: unknown[] = []
  readonly servers

  constructor(config: McpServersConfig, options: Partial<McpServersOptions> = {}) {
    this.servers = mcpServers(config, {
      env,
      cwd: import.meta.dirname,
      onTrouble: (server: string, { message }: GyreError) => this.troubles.push({ server, message }),
      ...options,
    })
  }

  async names(): Promise<readonly string[]> {
    return (await this.servers.tools()).map(({ name }) => name)
  }

  async tool(name: string): Promise<Tool> {
    const tools = await this.servers.tools()
    const tool = tools.find((each) => each.name === name)
    if (tool) return tool
    const trouble = this.troubles.map(({ message }) => message).join('\n')
    throw new Error(`There is no \`${name}\` among ${tools.map((each) => each.name).join(', ')}. ${trouble}`)
  }

  /** Runs a tool as a runner does: its arguments fitted, its output held to its schema, its failure put into words. */
  async call(name: string, input: object = {}, context: Partial<ToolContext> = {}): Promise<Called> {
    const tool = await this.tool(name)
    const fitted = fitSchema(tool.schema, input)
    if (!fitted.ok) throw new Error(fitted.faults.join('; '))
    const output = await called(() => tool.run(fitted.value, toolContext(context)))
    if (output.failed === undefined) tool.output?.parse(output)
    return output
  }

  async close(): Promise<void> {
    await this.servers.close()
  }
}

/** What the tool answered, or how it failed: calls that are aborted fail the test's own. */
export async function called(run: () => unknown): Promise<Called> {
  try {
    return (await run()) as ToolOutput
  } catch (error) {
    if (!(error instanceof GyreError) || error.code === 'aborted') throw error
    return { text: error.message, error: true, failed: error.code }
  }
}

/** A person who gives these answers in turn, and remembers what they were asked. */
export function person(...answers: readonly string[]) {
  const questions: Question[] = []
  const ask: ToolContext['ask'] = async (question, options) => {
    questions.push({ question, ...(options?.choices && { choices: options.choices }) })
    const answer = answers[questions.length - 1]
    if (answer === undefined) throw new Error(`Nobody has an answer to: ${question}`)
    return answer
  }
  return { questions, ask }
}
