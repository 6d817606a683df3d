/** The sessions of an eval: every task in every arm, as often as it is repeated. */
import { hash } from 'node:crypto'
import {
  canonicalJson,
  type FilePart,
  type ImagePart,
  type Json,
  type Runtime,
  type StartOptions,
  shownText,
  user,
  type Wanted,
} from '@gyre/core'
import type { EvalTask } from '@gyre/lab'
import type { RunnableArm } from './eval-arms.ts'

/** A task with what it brings along. */
export type AttachedTask = { readonly task: EvalTask; readonly files: readonly (FilePart | ImagePart)[] }

export type EvalCell = {
  readonly task: EvalTask
  readonly arm: string
  readonly repeat: number
  /** Where its session is found again. */
  readonly thread: string
  readonly wanted: Exclude<Wanted, { readonly fork: string }>
}

export type CellOptions = {
  readonly repeat: number
  readonly budget?: StartOptions['budget']
  /** Which model serves a persona that names none. */
  readonly defaultModel: string
  /** Tools of arms that are loops; personas bring their own. */
  readonly tools: NonNullable<StartOptions['tools']>
}

/** Task by task, so that an eval that is stopped has the same tasks of every arm. */
export async function evalCells(
  runtime: Runtime,
  tasks: readonly AttachedTask[],
  arms: readonly RunnableArm[],
  options: CellOptions,
): Promise<readonly EvalCell[]> {
  const manners = await Promise.all(arms.map((arm) => mannerOf(runtime, arm, options)))
  const repeats = Array.from({ length: options.repeat }, (_, at) => at + 1)
  return repeats.flatMap((repeat) =>
    tasks.flatMap((attached) =>
      arms.map((arm, at) => {
        const thread = `eval:${fingerprint({ ...contentOf(attached), manner: manners[at] ?? null, repeat })}`
        return { task: attached.task, arm: arm.name, repeat, thread, wanted: wantedOf(attached, arm, thread, options) }
      }),
    ),
  )
}

/** A short text that is another one when anything in it is. */
export function fingerprint(content: Json): string {
  return hash('sha256', canonicalJson(content), 'hex').slice(0, 32)
}

/** What a model is given. How its answer is scored is no part of it: that can change without a new session. */
function contentOf({ task, files }: AttachedTask): { readonly [key: string]: Json } {
  const { id, goal, context = null, config = null } = task
  return { id, goal, context, config, files: files as unknown as Json }
}

/** All that makes an arm do otherwise and is known before: another version, other words, another model, other limits. */
async function mannerOf(
  runtime: Runtime,
  { loop, persona, given }: RunnableArm,
  { budget = {}, defaultModel }: CellOptions,
): Promise<Json> {
  const texts = Object.entries(await runtime.prompts.overrides()).map(([id, { text }]) => [id, text])
  const version = runtime.loops.find(({ name }) => name === loop)?.version ?? null
  const character = persona === null ? null : (await runtime.personas.get(persona)).persona
  const rollout = persona === null ? null : ((await runtime.rollouts.get(persona))?.rollout ?? null)
  const model = given?.id ?? defaultModel
  const shares = { loop, version, persona, character, rollout, model, budget, texts: Object.fromEntries(texts) }
  return JSON.parse(JSON.stringify(shares)) as Json
}

function wantedOf(
  { task, files }: AttachedTask,
  arm: RunnableArm,
  thread: string,
  options: CellOptions,
): EvalCell['wanted'] {
  const { goal, context, config } = task
  const passages = context === undefined ? [] : [user(passagesText(context))]
  // With messages of its own it is told nothing of what was said in its thread before.
  const input = { goal, messages: passages, files }
  const start = {
    thread,
    ...(options.budget && { budget: options.budget }),
    // What one arm answered must not help another.
    remembers: false,
    ...(config && { config }),
    ...(arm.given && { model: arm.given }),
  }
  if (arm.persona !== null) return { persona: arm.persona, task: input, options: start }
  return { loop: arm.loop ?? '', task: input, options: { ...start, tools: options.tools } }
}

function passagesText(context: string): string {
  return `Passages to answer from:\n${shownText({ text: context, untrusted: { from: 'data set' } })}`
}
