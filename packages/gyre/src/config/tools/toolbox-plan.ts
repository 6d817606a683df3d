/** The toolboxes that a config, the environment and the folders around it ask for. */
import { dirname, resolve } from 'node:path'
import type { Environment } from '../environment.ts'
import type {
  AgentsMdConfig,
  CalendarConfig,
  ProgramConfig,
  SearchConfig,
  SearchProviderName,
  ToolboxesConfig,
  WebConfig,
} from './tools-config.ts'

/** Who searches, and why them. The key itself stays in the environment. */
export type SearchPlan = {
  readonly provider: SearchProviderName
  /** Why it is this one, for people. */
  readonly why: string
  readonly url: string | undefined
  /** The variable that must hold a key. */
  readonly keyName: string | undefined
  readonly file: string | undefined
}

export type WebPlan = {
  readonly search: SearchPlan | undefined
  readonly allowLoopback: boolean
  readonly allowHosts: readonly string[]
  readonly robots: boolean
  readonly hostDelayMs: number
}

/** What is `undefined` is off. Paths are whole. */
export type ToolboxPlan = {
  readonly math: boolean
  readonly calendar: CalendarConfig | undefined
  readonly web: WebPlan | undefined
  /** Who has them: every session, or those that name their tools. */
  readonly hotel: 'all' | 'named' | undefined
  readonly files: { readonly root: string; readonly write: boolean } | undefined
  readonly shell: { readonly programs: readonly ProgramConfig[]; readonly cwd: string } | undefined
  /** Folders with skills. */
  readonly skills: readonly string[]
  /** Whether the bundled documents are searched; it depends on the model when nobody says it. */
  readonly knowledge: { readonly demo?: boolean | undefined } | undefined
  readonly memory: boolean
  readonly agentsMd: AgentsMdConfig | undefined
}

export type PlanOptions = {
  /** The config file, where there is one. */
  readonly file: string | undefined
  readonly env: Environment
  /** A folder `skills` that is beside the config file. */
  readonly foundSkills: string | undefined
}

export function toolboxPlan(given: ToolboxesConfig, { file, env, foundSkills }: PlanOptions): ToolboxPlan {
  const {
    math = true,
    calendar = true,
    web = true,
    hotel,
    files,
    shell,
    skills,
    agentsMd = false,
    knowledge = true,
    memory = true,
  } = given
  const base = file === undefined ? '.' : dirname(file)
  return {
    math,
    calendar: switched(calendar),
    web: webPlan(switched(web), { base, env, hasIndex: knowledge !== false }),
    hotel: hotel === undefined ? 'named' : hotel ? 'all' : undefined,
    files: files && { root: resolve(base, files.root), write: files.write ?? false },
    shell: shell && { programs: shell.programs, cwd: resolve(base, shell.cwd ?? '.') },
    skills: skills === undefined ? [foundSkills ?? []].flat() : [skills].flat().map((folder) => resolve(base, folder)),
    knowledge: switched(knowledge),
    memory,
    agentsMd: switched(agentsMd),
  }
}

/** `true` is the same as saying nothing more of it. */
function switched<T extends object>(given: boolean | T): T | undefined {
  return given === false ? undefined : given === true ? ({} as T) : given
}

/** Twice a second is what no site minds. */
const usualHostDelayMs = 500

type SearchSources = { readonly base: string; readonly env: Environment; readonly hasIndex: boolean }

function webPlan(web: WebConfig | undefined, { base, env, hasIndex }: SearchSources): WebPlan | undefined {
  if (!web) return undefined
  const { search, allowLoopback = false, allowHosts = [], robots = true, hostDelayMs = usualHostDelayMs } = web
  const planned = search === undefined ? foundSearch(env, hasIndex) : search ? namedSearch(search, base) : undefined
  return { search: planned, allowLoopback, allowHosts, robots, hostDelayMs }
}

/** The variables that say who searches, the first one goes first. */
export const searchVariables = {
  BRAVE_API_KEY: 'brave',
  TAVILY_API_KEY: 'tavily',
  EXA_API_KEY: 'exa',
  SERPER_API_KEY: 'serper',
  SEARXNG_URL: 'searxng',
} as const satisfies Readonly<Record<string, SearchProviderName>>

function namedSearch({ provider, url, apiKeyEnv, file }: SearchConfig, base: string): SearchPlan {
  return {
    provider,
    why: 'the config file names it',
    url,
    keyName: apiKeyEnv ?? usualKey(provider),
    file: file === undefined ? undefined : resolve(base, file),
  }
}

function usualKey(provider: SearchProviderName): string | undefined {
  const names = Object.entries(searchVariables).filter(([name, each]) => each === provider && name.endsWith('_KEY'))
  return names[0]?.[0]
}

function foundSearch(env: Environment, hasIndex: boolean): SearchPlan | undefined {
  for (const [name, provider] of Object.entries(searchVariables)) {
    const value = env[name]?.trim()
    if (!value) continue
    const isKey = name.endsWith('_KEY')
    const why = `${name} is set`
    return { provider, why, url: isKey ? undefined : value, keyName: isKey ? name : undefined, file: undefined }
  }
  if (!hasIndex) return undefined
  return { provider: 'local', why: 'no other provider is set', url: undefined, keyName: undefined, file: undefined }
}
