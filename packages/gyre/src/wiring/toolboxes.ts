/** The toolboxes a plan asks for. Their libraries are loaded by their tools, when those are first called. */
import { relative } from 'node:path'
import type { Toolbox } from '@gyre/core'
import {
  calendarToolbox,
  filesToolbox,
  loadSkills,
  mathToolbox,
  robotsRules,
  safeFetch,
  shellToolbox,
  skillsToolbox,
  webToolbox,
} from '@gyre/tools'
import type { Environment } from '../config/environment.ts'
import { faultsError } from '../config/fault.ts'
import type { ToolboxPlan, WebPlan } from '../config/toolbox-plan.ts'
import type { CalendarConfig } from '../config/tools-config.ts'
import { manifest } from '../manifest.ts'
import { searchProvider } from './search-provider.ts'

export type MadeToolboxes = {
  readonly toolboxes: readonly Toolbox[]
  /** What could not be made, and why. */
  readonly troubles: readonly string[]
  /** Ends the connections they hold. */
  close(): Promise<void>
}

export type ToolboxOptions = {
  /** The folder that files are named from. */
  readonly cwd: string
  readonly env: Environment
}

export async function makeToolboxes(plan: ToolboxPlan, { cwd, env }: ToolboxOptions): Promise<MadeToolboxes> {
  const { math, calendar, files, shell, skills } = plan
  const web = plan.web && makeWeb(plan.web, env)
  const path = env['PATH']
  const own = [
    ...(math ? [made('math', mathToolbox)] : []),
    ...(calendar ? [made('calendar', () => calendarToolbox(placedCalendar(calendar)))] : []),
    ...(files ? [made('files', () => filesToolbox(files))] : []),
    ...(shell ? [made('shell', () => shellToolbox({ ...shell, ...(path && { env: { PATH: path } }) }))] : []),
  ]
  return {
    toolboxes: [
      ...own.flatMap(({ toolbox }) => toolbox ?? []),
      ...(web?.toolboxes ?? []),
      ...(skills.length > 0 ? [await makeSkills(skills, cwd)] : []),
    ],
    troubles: [...own.flatMap(({ trouble }) => trouble ?? []), ...(web?.troubles ?? [])],
    close: async () => web?.close(),
  }
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
function placedCalendar({ timeZone, country }: CalendarConfig) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { timeZone: timeZone ?? here, ...(country !== undefined && { country }) }
}

function makeWeb({ allowLoopback, allowHosts, robots, search }: WebPlan, env: Environment): MadeToolboxes {
  // Who fetches, for those who look into their logs.
  const userAgent = `Gyre/${manifest().version}`
  const fetch = safeFetch({ allowLoopback, allowHosts, userAgent })
  const searching = search && searchProvider(search, env)
  const toolbox = webToolbox({
    fetch,
    robots: robots && robotsRules(fetch, userAgent),
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

async function makeSkills(folders: readonly string[], cwd: string): Promise<Toolbox> {
  const { skills, faults } = await loadSkills(folders)
  if (faults.length === 0) return skillsToolbox(skills)
  throw faultsError(
    'skill-invalid',
    faults.map((fault) => ({ ...fault, file: relative(cwd, fault.file) })),
  )
}
