/** The toolboxes a plan asks for. Their libraries are loaded by their tools, when those are first called. */
import { relative } from 'node:path'
import { type Memory, matchesGlob, type Toolbox } from '@gyre/core'
import type { ShelfOf } from '@gyre/knowledge'
import { knowledgeToolbox, localSearch, memoryToolbox, storedPage } from '@gyre/knowledge/toolbox'
import {
  calendarToolbox,
  filesToolbox,
  hotelToolbox,
  loadSkills,
  mathToolbox,
  type ProtectedPlace,
  robotsRules,
  type Skill,
  safeFetch,
  shellToolbox,
  skillsToolbox,
  webToolbox,
} from '@gyre/tools'
import type { Environment } from '../config/environment.ts'
import { faultsError } from '../config/reading/fault.ts'
import type { ToolboxPlan, WebPlan } from '../config/tools/toolbox-plan.ts'
import type { CalendarConfig } from '../config/tools/tools-config.ts'
import { manifest } from '../manifest.ts'
import { searchProvider } from './search-provider.ts'

export type MadeToolboxes = {
  readonly toolboxes: readonly Toolbox[]
  /** Names of those that only sessions have that name their tools. */
  readonly named: readonly string[]
  /** What could not be made, and why. */
  readonly troubles: readonly string[]
  readonly skills: readonly Skill[]
  /** Ends the connections they hold. */
  close(): Promise<void>
}

export type ToolboxOptions = {
  /** The folder that files are named from. */
  readonly cwd: string
  readonly env: Environment
  /** What is kept, which no tool opens. */
  readonly kept: readonly ProtectedPlace[]
  /** What is known and remembered here. */
  readonly knowledge: KnowledgeAccess
  /** What no tool may touch. */
  readonly denied: readonly string[]
  /** What only people change. */
  readonly ownPlaces: readonly ProtectedPlace[]
}

/** Asked when a tool is called: toolboxes are there before the store is. */
export type KnowledgeAccess = {
  readonly searched: ShelfOf
  /** Where pages are that a search found. */
  readonly stored: ShelfOf
  readonly memory: () => Memory
}

export async function makeToolboxes(plan: ToolboxPlan, options: ToolboxOptions): Promise<MadeToolboxes> {
  const { cwd, env, kept, ownPlaces, knowledge } = options
  const { math, calendar, hotel, files, shell } = plan
  const skills = plan.skills.length > 0 ? await readSkills(plan.skills, cwd) : undefined
  const isIndexOpen = mayReadIndex(plan, options.denied)
  const web = plan.web && makeWeb(plan.web, env, { ...knowledge, isIndexOpen })
  const path = env['PATH']
  const own = [
    ...(math ? [made('math', mathToolbox)] : []),
    ...(calendar ? [made('calendar', () => calendarToolbox(placedCalendar(calendar)))] : []),
    ...(hotel ? [made('hotel', hotelToolbox)] : []),
    ...(files ? [made('files', () => filesToolbox({ ...files, protectedPlaces: [...kept, ...ownPlaces] }))] : []),
    ...(shell
      ? [made('shell', () => shellToolbox({ ...shell, protectedPlaces: kept, ...(path && { env: { PATH: path } }) }))]
      : []),
  ]
  return {
    toolboxes: [
      ...own.flatMap(({ toolbox }) => toolbox ?? []),
      ...(web?.toolboxes ?? []),
      ...knownToolboxes(plan, knowledge),
      ...(skills ? [skillsToolbox(skills)] : []),
    ],
    named: hotel === 'named' ? [hotelPrefix] : [],
    skills: skills ?? [],
    troubles: [...own.flatMap(({ trouble }) => trouble ?? []), ...(web?.troubles ?? [])],
    close: async () => web?.close(),
  }
}

/** What its tools are called: `pms.get_availability`. */
const hotelPrefix = 'pms'

function mayReadIndex({ knowledge }: ToolboxPlan, denied: readonly string[]): boolean {
  return knowledge !== undefined && !denied.some((pattern) => matchesGlob(pattern, 'knowledge.read'))
}

function knownToolboxes(plan: ToolboxPlan, { searched, memory }: KnowledgeAccess): readonly Toolbox[] {
  return [
    ...(plan.knowledge ? [knowledgeToolbox({ shelf: searched })] : []),
    ...(plan.memory ? [memoryToolbox({ memory })] : []),
  ]
}

/** A program or a folder that is not there is no reason to do without the rest. */
function made(name: string, make: () => Toolbox): { readonly toolbox?: Toolbox; readonly trouble?: string } {
  try {
    return { toolbox: make() }
  } catch (error) {
    return { trouble: `The toolbox ${name} is left out: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Where nothing is said, it is as late as on this machine. */
function placedCalendar({ timeZone = 'system', country }: CalendarConfig) {
  return { timeZone, ...(country !== undefined && { country }) }
}

function makeWeb(
  { allowLoopback, allowHosts, robots, hostDelayMs, search }: WebPlan,
  env: Environment,
  { searched, stored, isIndexOpen }: KnowledgeAccess & { readonly isIndexOpen: boolean },
): Omit<MadeToolboxes, 'skills' | 'named'> {
  // Who fetches, for those who look into their logs.
  const userAgent = `Gyre/${manifest().version}`
  const fetch = safeFetch({ allowLoopback, allowHosts, userAgent })
  const searching = search && searchProvider(search, env, localSearch(searched))
  const toolbox = webToolbox({
    fetch,
    robots: robots && robotsRules(fetch, userAgent),
    hostDelayMs,
    ...(isIndexOpen && { stored: storedPage(stored) }),
    ...(searching?.provider && { search: searching.provider }),
  })
  return {
    toolboxes: [toolbox],
    troubles: searching?.trouble === undefined ? [] : [searching.trouble],
    close: async () => {
      await Promise.allSettled([fetch.close(), searching?.close()])
    },
  }
}

async function readSkills(folders: readonly string[], cwd: string): Promise<readonly Skill[]> {
  const { skills, faults } = await loadSkills(folders)
  if (faults.length === 0) return skills
  throw faultsError(
    'skill-invalid',
    faults.map((fault) => ({ ...fault, file: relative(cwd, fault.file) })),
  )
}
