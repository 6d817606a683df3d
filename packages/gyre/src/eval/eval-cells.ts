/** The sessions of an eval: every task in every arm, as often as it is repeated. */
import { type FilePart, type ImagePart, type Json, type Runtime, shownText, user, type Wanted } from '@gyre/core'
import type { EvalTask } from '@gyre/lab'
import { armManner, type Manner, type MannerOptions } from './arm-manner.ts'
import type { RunnableArm } from './eval-arms.ts'
import { fingerprint } from './fingerprint.ts'

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

export type CellOptions = MannerOptions & { readonly repeat: number }

/** Task by task, so that an eval that is stopped has the same tasks of every arm. */
export async function evalCells(
  runtime: Runtime,
  tasks: readonly AttachedTask[],
  arms: readonly RunnableArm[],
  options: CellOptions,
): Promise<readonly EvalCell[]> {
  const manners = await Promise.all(arms.map((arm) => armManner(runtime, arm, options)))
  const repeats = Array.from({ length: options.repeat }, (_, at) => at + 1)
  const contents = contentsOf(tasks)
  return repeats.flatMap((repeat) =>
    tasks.flatMap((attached, at) =>
      arms.map((arm, column) => {
        const manner = (manners[column] as Manner)(attached.task.config)
        const thread = `eval:${fingerprint({ content: contents[at] ?? null, manner, repeat })}`
        return { task: attached.task, arm: arm.name, repeat, thread, wanted: wantedOf(attached, arm, thread, options) }
      }),
    ),
  )
}

/**
 * What a model is given. How its answer is scored is no part of it: that can change without a new session. Nor is the
 * line of a task without an id: it is another one when a task is put before it. Equal tasks are counted instead.
 */
function contentsOf(tasks: readonly AttachedTask[]): readonly string[] {
  const counts = new Map<string, number>()
  return tasks.map(({ task, files }) => {
    const { id, line, goal, context = null, config = null } = task
    const own = id === `line-${line}` ? null : id
    const content = fingerprint({ id: own, goal, context, config, files: files as unknown as Json })
    const count = (counts.get(content) ?? 0) + 1
    counts.set(content, count)
    return `${content} ${count}`
  })
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
    // What one arm answered must not help another, and it is nobody's result.
    remembers: false,
    deliver: [],
    ...(config && { config }),
    ...(arm.given && { model: arm.given }),
  }
  if (arm.persona !== null) return { persona: arm.persona, task: input, options: start }
  return { loop: arm.loop ?? '', task: input, options: { ...start, tools: options.tools } }
}

function passagesText(context: string): string {
  return `Passages to answer from:\n${shownText({ text: context, untrusted: { from: 'data set' } })}`
}
