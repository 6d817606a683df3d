/** All that makes an arm do otherwise and is known before: other loops, words, tools, another model, other limits. */
import {
  type Json,
  type JsonObject,
  matchesGlob,
  mergedConfig,
  type Runtime,
  type StartOptions,
  type Tool,
} from '@gyre/core'
import type { RunnableArm } from './eval-arms.ts'
import { fingerprint } from './fingerprint.ts'
import { loopVersions } from './loop-versions.ts'

export type MannerOptions = {
  readonly budget?: StartOptions['budget']
  /** Which model serves a persona that names none. */
  readonly defaultModel: string
  /** Tools of arms that are loops; personas bring their own. */
  readonly tools: readonly Tool[]
  /** The tools there are, at least those that fit a pattern. */
  readonly toolsOf: (patterns?: readonly string[]) => Promise<readonly Tool[]>
}

/** How an arm does a task with this config of its own. */
export type Manner = (config: JsonObject | undefined) => Json

export async function armManner(
  runtime: Runtime,
  { loop, persona, given }: RunnableArm,
  { budget = {}, defaultModel, tools, toolsOf }: MannerOptions,
): Promise<Manner> {
  const texts = Object.entries(await runtime.prompts.overrides()).map(([id, { text }]) => [id, text])
  const character = persona === null ? null : (await runtime.personas.get(persona)).persona
  const rollout = persona === null ? null : ((await runtime.rollouts.get(persona))?.rollout ?? null)
  const used = character === null ? tools : named(await toolsOf(character.tools), character.tools)
  const shares = {
    loop,
    persona,
    character,
    rollout,
    model: given?.id ?? defaultModel,
    budget,
    texts: Object.fromEntries(texts),
    tools: fingerprint(shownTools(used)),
  }
  const fixed = JSON.parse(JSON.stringify(shares)) as Json
  const name = character?.loop ?? loop ?? ''
  const run = runtime.loops.find((each) => each.name === name)
  const merged = (config: JsonObject) => mergedConfig(run, character?.config ?? {}, config, runtime.loops) as JsonObject
  return (config) => ({
    fixed,
    loops: loopVersions(runtime.loops, name, merged(config ?? {})),
  })
}

/** All of them for a persona that names none. */
function named(tools: readonly Tool[], patterns: readonly string[] | undefined): readonly Tool[] {
  return patterns ? tools.filter(({ name }) => patterns.some((pattern) => matchesGlob(pattern, name))) : tools
}

/** What a model is shown of them, whatever their order is. */
function shownTools(tools: readonly Tool[]): Json {
  const shown = tools.map(({ name, description, input }) => [name, { description, input }])
  return JSON.parse(JSON.stringify(Object.fromEntries(shown))) as Json
}
