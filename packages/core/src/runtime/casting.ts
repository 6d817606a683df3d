/** Casting: what a persona asks for, as the options a session is started with. What the caller gives wins over it. */

import type { Persona } from '../catalog/persona.ts'
import type { ChosenPersona, Rollouts } from '../catalog/rollouts.ts'
import type { LoopSettings } from '../catalog/settings-of-loop.ts'
import { GyreError } from '../errors.ts'
import { matchesGlob } from '../glob.ts'
import type { JsonSchema } from '../json.ts'
import type { Loop } from '../kernel/loop.ts'
import { mergedConfig } from '../kernel/merged-config.ts'
import type { PersonaUse, SamplingByRole } from '../kernel/session-view.ts'
import type { ModelInput, Role } from '../ports/model.ts'
import type { Sessions } from '../ports/store.ts'
import type { Tool } from '../tools/tool.ts'
import type { StartOptions, TaskInput } from './definition.ts'
import type { Registry } from './registry.ts'

/** A session's part: the loop that plays it, and how. */
export type Cast = {
  readonly loop: Loop
  readonly options: StartOptions
  readonly persona: PersonaUse
  /** A schema for the answer, unless the task has its own. */
  readonly output: JsonSchema | undefined
}

type CastingOptions = {
  readonly rollouts: Rollouts
  readonly registry: Registry
  readonly sessions: Sessions
  readonly owner: string
}

export class Casting {
  readonly #options: CastingOptions

  constructor(options: CastingOptions) {
    this.#options = options
  }

  /** The persona of this name as this thread knows it: an arm of a rollout, once drawn, is kept. */
  async cast(name: string, thread: string, given: StartOptions): Promise<Cast> {
    const { rollouts, registry, sessions, owner } = this.#options
    const [last] = await sessions.list({ owner, thread, persona: name, limit: 1 })
    const chosen = await rollouts.choose(name, thread, last?.mirror.arm ?? undefined)
    const { persona } = chosen
    if (!given.tools) await registry.lookForTools(persona.tools)
    const tools = given.tools ?? toolsOf(persona, registry.tools())
    const loop = registry.loop(persona.loop)
    const config = mergedConfig(loop, persona.config ?? {}, given.config ?? {}, registry.loops())
    return {
      loop,
      options: { ...over(persona, given), config, tools },
      persona: useOf(chosen),
      output: persona.output as JsonSchema | undefined,
    }
  }
}

function useOf({ persona, version, arm }: ChosenPersona): PersonaUse {
  return { name: persona.name, version, arm }
}

/** What the caller gives over what the persona says. A model given for all roles is meant for all roles. */
function over(persona: Persona, given: StartOptions): StartOptions {
  const { sampling, instructions, budget, breakpoints, prompts, deliver } = persona
  return {
    ...given,
    ...modelsOver(persona, given),
    ...(budget && { budget: { ...budget, ...given.budget } }),
    ...(sampling && { sampling: mergedSampling(sampling as SamplingByRole, given.sampling) }),
    ...(breakpoints && { breakpoints: given.breakpoints ?? breakpoints }),
    ...(instructions !== undefined && { instructions: given.instructions ?? instructions }),
    ...(prompts && { prompts: { ...prompts, ...given.prompts } }),
    ...(deliver && { deliver: given.deliver ?? deliver }),
  }
}

function modelsOver({ model, models }: Persona, given: StartOptions): Pick<StartOptions, 'model' | 'models'> {
  if (given.model) return {}
  const byRole = { ...models, ...given.models } as Partial<Record<Role, ModelInput>>
  return { ...(model !== undefined && { model }), models: byRole }
}

const roles: readonly Role[] = ['author', 'planner', 'judge', 'utility']

function mergedSampling(own: SamplingByRole, given: SamplingByRole = {}): SamplingByRole {
  return Object.fromEntries(
    roles.filter((role) => own[role] || given[role]).map((role) => [role, { ...own[role], ...given[role] }]),
  )
}

/** The tools a persona names, of those there are; all of them when it names none. */
function toolsOf({ name, tools: patterns }: Persona, there: readonly Tool[]): readonly Tool[] {
  if (!patterns) return there
  const unmatched = patterns.find((pattern) => !there.some((tool) => matchesGlob(pattern, tool.name)))
  if (unmatched !== undefined) {
    const known = there.map((tool) => tool.name)
    const message = `Persona \`${name}\` asks for the tool \`${unmatched}\`, which is not there. Known tools: ${known.join(', ') || 'none'}.`
    throw new GyreError('tool-unknown', message, { persona: name, tool: unmatched, known })
  }
  return there.filter((tool) => patterns.some((pattern) => matchesGlob(pattern, tool.name)))
}

/** The options with what is set for the loop, where its config leaves something out. */
export function overSettings(
  loop: Loop,
  options: StartOptions,
  set: LoopSettings | undefined,
  loops: readonly Loop[],
): StartOptions {
  if (!set) return options
  return { ...options, config: mergedConfig(loop, set.config, options.config ?? {}, loops) }
}

/** A task with the schema of the persona, where it has none of its own. */
export function withOutput<A>(task: TaskInput<A>, output: JsonSchema | undefined): TaskInput<A> {
  if (output === undefined) return task
  const whole = typeof task === 'string' ? { goal: task } : task
  return whole.output ? whole : { ...whole, output }
}
