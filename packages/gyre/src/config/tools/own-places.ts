/** What in the files of a project leads to code that Gyre runs, or to orders that it gives: for people alone to change. */
import { dirname, resolve } from 'node:path'
import type { ProtectedPlace } from '@gyre/tools'
import type { McpServersConfig } from '@gyre/tools/mcp'
import type { Config } from '../define-config.ts'
import { configNames } from '../find-config.ts'
import { personaFolder } from '../reading/found-files.ts'
import { loadedModules } from '../reading/user-module.ts'
import { mcpFileName } from './mcp-file.ts'
import { serverCode } from './server-code.ts'
import { skillFolder } from './tool-folders.ts'
import type { ToolboxPlan } from './toolbox-plan.ts'

export type OwnPlaceOptions = {
  readonly cwd: string
  /** The config file. */
  readonly file: string | undefined
  readonly config: Config
  readonly toolboxes: ToolboxPlan
  readonly servers: McpServersConfig
  /** Fills in the variables of a server's argument. */
  readonly fill?: (text: string) => string
}

/** Those that the files toolbox could reach. A folder that is not there counts, too: whoever makes it is obeyed. */
export function ownPlaces(options: OwnPlaceOptions): readonly ProtectedPlace[] {
  const { cwd, file, config, toolboxes, servers, fill = String } = options
  const { files, agentsMd, skills } = toolboxes
  if (!files) return []
  const base = file === undefined ? cwd : dirname(file)
  const anywhere = (names: string, why: string) => unchanged({ path: files.root, names }, why)
  const skillFolders = config.toolboxes?.skills === undefined ? [resolve(base, skillFolder)] : skills
  return [
    // The keys of servers may stand in it, too.
    { ...anywhere(mcpFileName, `names programs that Gyre starts, and may hold keys; ${byPeople}`), access: 'closed' },
    ...configNames.map((name) => anywhere(name, `configures Gyre; ${byPeople}`)),
    anywhere('node_modules', 'holds code that is installed; a person changes it with the package manager'),
    ...(agentsMd ? [anywhere(agentsMd.file ?? 'AGENTS.md', `is said to every session; ${byPeople}`)] : []),
    ...skillFolders.map((path) => unchanged({ path }, `holds skills, which are orders to models; ${byPeople}`)),
    ...personaPlaces(config, base).map((place) => unchanged(place, `holds personas; ${byPeople}`)),
    ...loadedModules().map((path) => unchanged({ path }, `is code that the config loads; ${byPeople}`)),
    ...serverCode(servers, { cwd, fill, root: files.root }).map((path) =>
      unchanged({ path }, `is part of an MCP server; ${byPeople}`),
    ),
  ]
}

const byPeople = 'only a person changes it'

type Where = Pick<ProtectedPlace, 'path' | 'names'>

function unchanged(place: Where, why: string): ProtectedPlace {
  return { ...place, access: 'unchanged', why }
}

function personaPlaces({ personas = [], personaFiles = personaFolder }: Config, base: string): readonly Where[] {
  const named = personas.filter((persona) => typeof persona === 'string')
  return [...named, ...[personaFiles].flat()].map((pattern) => placeOf(pattern, base))
}

/** The folder that a glob begins in, and the names it ends with. */
function placeOf(pattern: string, base: string): Where {
  const steps = pattern.split(/[\\/]/)
  const first = steps.findIndex((step) => /[*?[{(!]/.test(step))
  if (first < 0) return { path: resolve(base, pattern) }
  return { path: resolve(base, ...steps.slice(0, first)), names: namesOf(steps.at(-1) ?? '') }
}

/** What names of places are written with, too: `*`, `?`, a set, or a choice without further ones in it. */
const simple = /^(?:[^()[\]{}]|\[[^[\]:]+\]|\{(?:(?!\.\.)[^()[\]{}])*\})+$/

/** Of a step that is written with more, as `@(a|b).yaml`, only its end is sure; where there is none, every name. */
function namesOf(step: string): string | undefined {
  if (step === '**') return undefined
  if (simple.test(step)) return step
  const [end = ''] = /[^()[\]{}*?]*$/.exec(step) ?? []
  return end === '' ? undefined : `*${end}`
}
