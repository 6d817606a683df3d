/** Toolboxes, who searches the web, and MCP servers. No server is connected to. */
import { toolboxLibraries } from '@gyre/tools'
import { missingVariables } from '@gyre/tools/mcp'
import type { EffectiveConfig } from '../../config/effective-config.ts'
import { type SearchPlan, searchVariables } from '../../config/tools/toolbox-plan.ts'
import type { ToolRoom } from '../../wiring/tool-room.ts'
import type { Environment } from '../io.ts'
import { rulesOf, unfitRules } from '../tools/tool-rules.ts'
import { type Finding, fault, faultOf, note, ok } from './finding.ts'

export type ToolFindingOptions = {
  readonly config: Pick<EffectiveConfig, 'toolboxes' | 'mcp' | 'toolLimits' | 'denied'>
  readonly env: Environment
  readonly room: Pick<ToolRoom, 'own' | 'troubles'>
  readonly isInstalled: (library: string) => boolean
}

export async function toolFindings(options: ToolFindingOptions): Promise<readonly Finding[]> {
  const { toolboxes } = options.config
  return [
    ...(await offeredFindings(options)),
    ...(toolboxes.web ? [searchFinding(toolboxes.web.search)] : []),
    serverFinding(options),
  ]
}

async function offeredFindings({ room, config }: ToolFindingOptions): Promise<readonly Finding[]> {
  try {
    const own = await room.own()
    const counts = Map.groupBy(own, ({ from }) => from.name)
    const unfit = unfitRules(
      rulesOf(config),
      own.map(({ tool }) => tool),
    )
    const said = [...counts].map(([name, tools]) => `${name} (${tools.length})`)
    const troubles = await room.troubles()
    return [
      ok('tools', said.join(', ') || 'none'),
      ...troubles.map((trouble) =>
        fault('tools', trouble, 'Set what is missing, or change `toolboxes` in the config file.'),
      ),
      ...unfit.map((rule) => note('tool rules', rule, 'Change it in the config file: as it is, it does nothing.')),
    ]
  } catch (error) {
    return [faultOf('tools', error)]
  }
}

function searchFinding(search: SearchPlan | undefined): Finding {
  const names = Object.keys(searchVariables)
  return ok('web search', search ? `${search.provider}: ${search.why}` : `nobody: set one of ${names.join(', ')}`)
}

function serverFinding({ config: { mcp }, env, isInstalled }: ToolFindingOptions): Finding {
  const check = 'mcp servers'
  const entries = Object.entries(mcp.servers)
  if (entries.length === 0) return ok(check, 'none')
  const absent = toolboxLibraries.mcp.filter((library) => !isInstalled(library))
  if (absent.length > 0) {
    return fault(check, `MCP servers need ${absent.join(', ')}.`, `Run: npm install ${absent.join(' ')}`)
  }
  const missing = missingVariables(mcp.servers, env)
  if (missing.length > 0) {
    const said = missing.map(({ server, variable, field }) => `\`${server}\` needs ${variable} in \`${field}\``)
    const names = [...new Set(missing.map(({ variable }) => variable))]
    return fault(check, `${said.join('; ')}.`, `Set ${names.join(', ')}, or give a default: \${NAME:-default}`)
  }
  const said = entries.map(([name, { disabled }]) => (disabled ? `${name} (disabled)` : name))
  return ok(check, `${said.join(', ')}; whether they answer: gyre mcp list --connect`)
}
