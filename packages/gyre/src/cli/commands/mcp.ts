/** `gyre mcp` and `gyre mcp test`: which servers there are, and whether they answer. */
import { GyreError, type Redactor, redactor } from '@gyre/core'
import { isStdio, type McpServerConfig, missingVariables, type ServerStatus, type TestReport } from '@gyre/tools/mcp'
import { type EffectiveConfig, effectiveConfig } from '../../config/effective-config.ts'
import { deniedServers } from '../../wiring/denied-servers.ts'
import { ToolRoom } from '../../wiring/tool-room.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { shownTime } from '../output/amounts.ts'
import { printTable } from '../output/printed-table.ts'
import { oneLine } from '../terminal/one-line.ts'

export const listServers: CommandRun = async ({ options, io }) => {
  const config = await effectiveConfig({ cwd: io.cwd, env: io.env })
  const statuses = options.flag('connect') ? await connected(io, config) : []
  const rows = Object.entries(config.mcp.servers).map(([name, server]) =>
    rowOf(name, server, { config, io, status: statuses.find((each) => each.name === name) }),
  )
  const hasFailed = options.flag('connect') && rows.some(({ state }) => state === 'failed' || state === 'incomplete')
  const code = hasFailed ? exitCodes.failed : exitCodes.done
  if (io.output !== 'text') {
    io.printJson(rows)
    return code
  }
  if (rows.length === 0) {
    io.report('There are no MCP servers. Add one: gyre mcp add NAME -- COMMAND ARGS…')
    return exitCodes.done
  }
  const cells = rows.map(({ name, over, state, tools, from, says }) => {
    const count = tools === null ? '' : String(tools.length)
    return [name, over, state, count, from, says ?? '']
  })
  printTable(io, [['NAME', 'OVER', 'STATE', 'TOOLS', 'FROM', ''], ...cells], { right: [3] })
  if (!options.flag('connect')) io.report('Connect to each: gyre mcp list --connect')
  return code
}

export const testServer: CommandRun = async ({ args: [name = ''], io }) => {
  const config = await effectiveConfig({ cwd: io.cwd, env: io.env })
  if (deniedServers(config.mcp.servers, config.denied).has(name)) throw denied(name)
  const room = new ToolRoom({ cwd: io.cwd, env: io.env, config })
  try {
    const report = clean(await room.servers.test(name), redactor(config.runtime.secrets))
    if (io.output !== 'text') io.printJson(report)
    else show(io, report)
    return report.ok ? exitCodes.done : exitCodes.failed
  } finally {
    await room.close()
  }
}

function denied(name: string): GyreError {
  return new GyreError(
    'usage-invalid',
    `The MCP server \`${name}\` is denied by \`permissions.deny\`: it is not started.`,
  )
}

/** All servers, after each was tried. */
async function connected(io: Io, config: EffectiveConfig): Promise<readonly ServerStatus[]> {
  const room = new ToolRoom({ cwd: io.cwd, env: io.env, config })
  try {
    await room.servers.tools()
    const redact = redactor(config.runtime.secrets)
    return room.servers.status().map((status) => ({
      ...status,
      ...(status.lastError !== undefined && { lastError: redact.text(status.lastError) }),
    }))
  } finally {
    await room.close()
  }
}

type RowOptions = {
  readonly config: EffectiveConfig
  readonly io: Io
  /** How it stands, when it was connected to. */
  readonly status: ServerStatus | undefined
}

/** What is in `env` and `headers` is nobody's business. */
function rowOf(name: string, server: McpServerConfig, { config, io, status }: RowOptions) {
  const missing = missingVariables({ [name]: server }, io.env).map(({ variable }) => variable)
  const problem = missing.length > 0 ? `not set: ${[...new Set(missing)].join(', ')}` : status?.lastError
  const what = status?.serverInfo ? `${status.serverInfo.name} ${status.serverInfo.version}` : undefined
  return {
    name,
    over: isStdio(server) ? 'stdio' : (server.type ?? 'http'),
    state: deniedServers(config.mcp.servers, config.denied).has(name)
      ? 'denied'
      : stateOf(server, missing.length > 0, status),
    protocol: status?.protocolVersion ?? null,
    tools: status ? status.tools : null,
    withheld: status?.withheld ?? [],
    from: config.mcp.sources.get(name) ?? '',
    says: problem ?? what ?? null,
  }
}

function stateOf({ disabled }: McpServerConfig, isIncomplete: boolean, status: ServerStatus | undefined): string {
  if (disabled) return 'disabled'
  if (isIncomplete) return 'incomplete'
  return status?.state ?? 'configured'
}

/** What a server says of itself may hold what it was given. */
function clean({ steps, complaints, ...rest }: TestReport, { text }: Redactor): TestReport {
  return {
    ...rest,
    steps: steps.map((step) => ({ ...step, detail: text(step.detail) })),
    complaints: complaints.map((line) => text(line)),
  }
}

const words = {
  reach: 'reached',
  negotiate: 'agreed on a protocol',
  list: 'listed its tools',
  ping: 'is alive',
} as const satisfies Record<TestReport['steps'][number]['step'], string>

function show(io: Io, { ok, steps, tools, complaints }: TestReport): void {
  for (const step of steps) {
    const mark = io.out.paint(step.ok ? 'green' : 'red', step.ok ? '✓' : '✗')
    io.print(`${mark} ${words[step.step]}  ${oneLine(step.detail)}  ${io.out.paint('dim', shownTime(step.ms))}`)
  }
  for (const line of complaints) io.report(`  stderr: ${oneLine(line)}`)
  for (const tool of tools) io.print(`  ${oneLine(tool)}`)
  if (ok) io.report('Next: gyre run "…" has its tools')
}
