/** What the config says of tools by pattern. One that fits nothing is most often a slip, and does nothing. */
import { matchesGlob, suggestion, type Tool } from '@gyre/core'
import { serverPrefixes } from '@gyre/tools/mcp'
import type { EffectiveConfig } from '../../config/effective-config.ts'

export type ToolRules = {
  /** Tools that have limits here. */
  readonly limited: readonly string[]
  /** Permissions that no tool has. */
  readonly denied: readonly string[]
  /** The servers there are, and what the names of their tools begin with. */
  readonly servers: ReadonlyMap<string, string>
}

export const noRules: ToolRules = { limited: [], denied: [], servers: new Map() }

/** Those of the tools that come with Gyre, some of which may not be here: who denies them has made no slip. */
const usualPermissions = ['net', 'process', 'files.read', 'files.write', 'knowledge.read', 'memory.read', 'mcp']

export function rulesOf({
  toolLimits,
  denied,
  mcp,
}: Pick<EffectiveConfig, 'toolLimits' | 'denied' | 'mcp'>): ToolRules {
  return { limited: Object.keys(toolLimits), denied, servers: serverPrefixes(Object.keys(mcp.servers)) }
}

/** A line for each pattern that fits nothing. Of servers that were not asked it is not known what they have. */
export function unfitRules(rules: ToolRules, tools: readonly Tool[]): readonly string[] {
  const names = tools.map(({ name }) => name)
  const unasked = [...rules.servers.values()].filter((prefix) => !names.some((name) => name.startsWith(`${prefix}.`)))
  const touched = [...usualPermissions, ...rules.servers.keys().map((server) => `mcp.${server}`)]
  const permissions = [...new Set([...tools.flatMap((tool) => tool.permissions), ...touched])]
  const groups = [...new Set(names.flatMap((name) => (name.includes('.') ? [`${name.split('.')[0]}.*`] : [])))]
  const isUnfit = (known: readonly string[]) => (pattern: string) => !known.some((name) => matchesGlob(pattern, name))
  return [
    ...rules.denied
      .filter(isUnfit(permissions))
      .map((name) => `\`permissions.deny\`: no tool has a permission \`${name}\`; ${suggestion(name, permissions)}`),
    ...rules.limited
      .filter(isUnfit(names))
      .filter(
        (pattern) =>
          !unasked.some((server) => pattern.startsWith(`${server}.`) || `${server}.`.startsWith(headOf(pattern))),
      )
      .map(
        (name) => `\`toolLimits\`: \`${name}\` fits no tool; ${suggestion(name, name.includes('*') ? groups : names)}`,
      ),
  ]
}

/** What stands before the first `*`; all of a name, which is the beginning of no other. */
function headOf(pattern: string): string {
  return pattern.includes('*') ? (pattern.split('*')[0] ?? '') : `${pattern} `
}
