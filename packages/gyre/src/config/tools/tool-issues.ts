/** What is wrong with the tools of a config, beyond the shape of each. */
import type { Issue, IssuePath, Tool, Toolbox } from '@gyre/core'
import type { Config } from '../define-config.ts'
import type { SearchConfig, ToolboxesConfig } from './tools-config.ts'

/** A tool of the config, by itself or in a toolbox, and where it is written. */
export type WrittenTool = { readonly tool: Tool; readonly path: IssuePath }

export function writtenTools(given: readonly (Tool | Toolbox)[]): readonly WrittenTool[] {
  return given.flatMap((each, index): readonly WrittenTool[] =>
    'tools' in each
      ? each.tools.map((tool, at) => ({ tool, path: ['tools', index, 'tools', at] }))
      : [{ tool: each, path: ['tools', index] }],
  )
}

export function toolIssues({ tools = [], toolboxes = {} }: Config): readonly Issue[] {
  return [...namesTwice(writtenTools(tools)), ...searchIssues(toolboxes)]
}

function namesTwice(written: readonly WrittenTool[]): readonly Issue[] {
  return written.flatMap(({ tool: { name }, path }, index): readonly Issue[] => {
    const other = written.findIndex(({ tool }) => tool.name === name)
    if (other === index) return []
    const message = `\`${name}\` is the name of ${placeOf(written[other]?.path ?? [])}, too; choose another name`
    return [{ path: [...path, 'name'], message }]
  })
}

/** `tools[1].tools[0]`. */
function placeOf([first = '', ...rest]: IssuePath): string {
  return rest.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${step}`),
    `${first}`,
  )
}

function searchIssues({ web }: ToolboxesConfig): readonly Issue[] {
  const search = typeof web === 'object' ? web.search : undefined
  if (!search) return []
  return searchFaults(search).map(([key, message]) => ({ path: ['toolboxes', 'web', 'search', key], message }))
}

/** The field that is wrong, and why. */
function searchFaults({ provider, url, apiKeyEnv, file }: SearchConfig): readonly (readonly [string, string])[] {
  const isKeyless = provider === 'searxng' || provider === 'fixture'
  return [
    ...(provider === 'searxng' && url === undefined
      ? [['url', '`searxng` needs the address of its server, such as http://localhost:8080'] as const]
      : []),
    ...(provider === 'fixture' && file === undefined
      ? [['file', '`fixture` needs the file of recorded results'] as const]
      : []),
    ...(provider !== 'fixture' && file !== undefined ? [['file', 'only `fixture` reads a file'] as const] : []),
    ...(isKeyless && apiKeyEnv !== undefined ? [['apiKeyEnv', `\`${provider}\` takes no key`] as const] : []),
  ]
}
