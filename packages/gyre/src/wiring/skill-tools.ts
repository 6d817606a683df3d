/** The tools that skills ask for in their front matter. */
import { relative } from 'node:path'
import { matchesGlob, suggestion } from '@gyre/core'
import type { Skill } from '@gyre/tools'
import { type McpServersConfig, mayBeOf, serverPrefixes } from '@gyre/tools/mcp'

export type SkillToolsOptions = {
  readonly cwd: string
  /** The names of the tools that are here. */
  readonly names: readonly string[]
  /** What they have is not known before they are asked. */
  readonly servers: McpServersConfig
}

/** A line for each name or pattern that fits no tool: the skill does without, and most often it is a slip. */
export function unfitSkillTools(skills: readonly Skill[], options: SkillToolsOptions): readonly string[] {
  const { cwd, names, servers } = options
  const prefixes = [...serverPrefixes(Object.keys(servers)).values()]
  const groups = [...new Set(names.map((name) => name.replace(/\..*/, '.*')))]
  const isUnfit = (pattern: string) =>
    !names.some((name) => matchesGlob(pattern, name)) && !prefixes.some((prefix) => mayBeOf(prefix, pattern))
  return skills.flatMap(({ file, allowedTools }) =>
    allowedTools.filter(isUnfit).map((pattern) => {
      const near = suggestion(pattern, pattern.includes('*') ? groups : names)
      return `${relative(cwd, file)}: allowed-tools: \`${pattern}\` fits no tool that is here; ${near}`
    }),
  )
}
