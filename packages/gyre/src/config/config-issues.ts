/** What is wrong with a config, all of it at once. */
import {
  GyreError,
  type Issue,
  type IssuePath,
  issuesOf,
  type Loop,
  type Persona,
  Settings,
  shippedPersonas,
} from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { modelIssues, modelSettings } from './config-models.ts'
import { configSchema } from './config-schema.ts'
import type { Config } from './define-config.ts'
import { limitIssues } from './limits-config.ts'
import { personaFaults } from './reading/persona-files.ts'
import { toolIssues } from './tools/tool-issues.ts'

/** The faults of a value that should be a config; none when it can be used with these built-in loops. */
export function configIssues(value: unknown, builtIn: readonly Loop[]): readonly Issue[] {
  const issues = issuesOf(configSchema, value)
  // What is not even of the right shape cannot be compared with anything.
  if (issues.length > 0) return issues
  const config = value as Config
  const own = config.loops ?? []
  const loops = [...builtIn, ...own]
  return [
    ...loopNames(own, builtIn),
    ...toolIssues(config),
    ...modelIssues(config.models ?? {}),
    ...limitIssues(config.limits ?? {}, config.models ?? {}),
    ...personaIssues(config, loops),
    ...settingIssues(config, loops),
  ]
}

/** Settings of the config by key: those of `settings`, and what `models` stands for. */
export function configSettings({ settings = {}, models = {} }: Config): Readonly<Record<string, unknown>> {
  const ofModels = [...modelSettings(models)].map(([key, { value }]) => [key, value])
  return { ...settings, ...Object.fromEntries(ofModels) }
}

function loopNames(own: readonly Loop[], builtIn: readonly Loop[]): readonly Issue[] {
  return own.flatMap(({ name }, index): readonly Issue[] => {
    const path = ['loops', index, 'name']
    const other = own.findIndex((each) => each.name === name)
    if (other < index)
      return [{ path, message: `\`${name}\` is the name of loops[${other}], too; choose another name` }]
    const owner = ownerOf(name, builtIn)
    return owner === undefined ? [] : [{ path, message: `\`${name}\` is the name of ${owner}; choose another name` }]
  })
}

/** What comes with Gyre and has this name. A persona of the config that has it is told itself. */
function ownerOf(name: string, builtIn: readonly Loop[]): string | undefined {
  if (builtIn.some((each) => each.name === name)) return 'a built-in loop'
  const isPersona = shippedPersonas.some(({ persona }) => (persona as Persona).name === name)
  return isPersona ? 'a persona that comes with Gyre' : undefined
}

/** Only those that stand in the config itself: files are read later. */
function personaIssues({ personas = [] }: Config, loops: readonly Loop[]): readonly Issue[] {
  const names = personas.map((persona) => (typeof persona === 'string' ? undefined : persona.name))
  return personas.flatMap((persona, index): readonly Issue[] => {
    if (typeof persona === 'string') return []
    const issues = personaFaults(persona, loops)
    const other = names.indexOf(persona.name)
    const message = `\`${persona.name}\` is the name of personas[${other}], too; choose another name`
    const twice: readonly Issue[] = other < index ? [{ path: ['name'], message }] : []
    return [...issues, ...twice].map((issue) => ({ ...issue, path: ['personas', index, ...issue.path] }))
  })
}

function settingIssues(config: Config, loops: readonly Loop[]): readonly Issue[] {
  const ofModels = modelSettings(config.models ?? {})
  const pathOf = (key: string): IssuePath => ofModels.get(key)?.path ?? ['settings', key]
  const twice = Object.keys(config.settings ?? {})
    .filter((key) => ofModels.has(key))
    .map((key) => ({
      path: ['settings', key],
      message: `\`${pathOf(key).join('.')}\` says it already; keep one of them`,
    }))
  const wrong = faultsOfSettings(configSettings(config), loops).map((issue) => {
    const [key, ...rest] = issue.path
    return { ...issue, path: [...pathOf(String(key)), ...rest] }
  })
  return [...twice, ...wrong]
}

/** The faults of settings by key, found by the settings of a runtime with an empty store. */
export function faultsOfSettings(given: Readonly<Record<string, unknown>>, loops: readonly Loop[]): readonly Issue[] {
  if (Object.keys(given).length === 0) return []
  const shelf = { catalog: memoryStore().catalog, owner: 'local', now: () => 0 }
  try {
    new Settings({ ...shelf, loops: loops.map(({ name }) => name), given: { config: given } })
    return []
  } catch (error) {
    if (error instanceof GyreError) return error.details['issues'] as readonly Issue[]
    throw error
  }
}
