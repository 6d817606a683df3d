/** What a session is made with, checked before anything is stored or paid for. */
import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Redactor } from '../audit/redaction.ts'
import { GyreError } from '../errors.ts'
import type { Json, JsonSchema } from '../json.ts'
import { type Budget, budgetSchema, refuseUnpricedLimit } from '../kernel/limits.ts'
import type { Loop, Task } from '../kernel/loop.ts'
import { readConfig } from '../kernel/loop-run.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { FilePart, ImagePart, Message } from '../messages.ts'
import { journalVersion } from '../ports/facts.ts'
import type { Model, Role } from '../ports/model.ts'
import type { Tool } from '../tools/tool.ts'
import { attachedSchema } from './message-schema.ts'
import type { Models } from './registry.ts'

/** A task as people give it: a goal, or more. `output` may be a zod schema. */
export type TaskInput =
  | string
  | {
      readonly goal: string
      readonly messages?: readonly Message[]
      readonly files?: readonly (FilePart | ImagePart)[]
      readonly output?: z.ZodType | JsonSchema
    }

export type StartOptions = {
  readonly config?: unknown
  /** Serves every role that `models` leaves out. */
  readonly model?: Model
  readonly models?: Partial<Record<Role, Model>>
  readonly tools?: readonly Tool[]
  readonly budget?: z.input<typeof budgetSchema>
  /** Said to the author in every request. */
  readonly instructions?: string
  /** A prompt that changed since it was recorded is an error, not a note. */
  readonly strict?: boolean
  readonly thread?: string
}

export type Prepared = {
  readonly definition: SessionDefinition
  readonly models: Models
  readonly tools: readonly Tool[]
}

function readTask(input: TaskInput): Task {
  if (typeof input !== 'string' && !isObject(input)) throw new GyreError('task-invalid', 'The task is no goal.')
  const { goal, messages = [], files = [], output } = typeof input === 'string' ? { goal: input } : input
  if (typeof goal !== 'string' || goal.trim() === '') throw new GyreError('task-invalid', 'The goal is empty.')
  if (messages.length + files.length > 0) checkAttached({ messages, files })
  return { goal, messages, files, ...(output && { output: jsonSchemaOf(output) }) }
}

function checkAttached(attached: Pick<Task, 'messages' | 'files'>): void {
  const { error } = attachedSchema.safeParse(attached)
  if (error) throw new GyreError('task-invalid', `Task: ${z.prettifyError(error)}`)
}

/** A schema the answer can really be checked by. */
function jsonSchemaOf(output: z.ZodType | JsonSchema): JsonSchema {
  try {
    const schema = (output instanceof z.ZodType ? z.toJSONSchema(output) : output) as JsonSchema
    z.fromJSONSchema(schema as JsonSchema & z.core.JSONSchema.JSONSchema)
    return schema
  } catch (error) {
    throw outputInvalid(error)
  }
}

function outputInvalid(cause: unknown): GyreError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new GyreError('task-invalid', `The schema \`output\` cannot be used: ${why}`, { cause })
}

function readBudget(input: unknown): Budget {
  const parsed = budgetSchema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  throw new GyreError('budget-invalid', `Budget: ${z.prettifyError(parsed.error)}`)
}

export function modelsOf({ model, models = {} }: Pick<StartOptions, 'model' | 'models'>): Models {
  const pick = (role: Role): Model => {
    const chosen = models[role] ?? model ?? models.author
    if (!chosen) throw new GyreError('model-missing', `No model for the role \`${role}\`.`)
    if (isModel(chosen)) return chosen
    throw new GyreError('model-missing', `What is given for the role \`${role}\` is no model: it has no id or stream.`)
  }
  return { author: pick('author'), planner: pick('planner'), judge: pick('judge'), utility: pick('utility') }
}

/** People who do not use TypeScript are told, too. */
function isModel(given: unknown): given is Model {
  return isObject(given) && typeof given['id'] === 'string' && typeof given['stream'] === 'function'
}

/** Tools and loops alike have a name and can be run. */
function isRunnable(given: unknown): boolean {
  return isObject(given) && typeof given['name'] === 'string' && typeof given['run'] === 'function'
}

function checkLoop(given: unknown): void {
  if (isRunnable(given)) return
  throw new GyreError('loop-unknown', 'A loop is a name, or what `defineLoop` returns.')
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null
}

function modelIds(models: Models): Record<Role, string> {
  return { author: models.author.id, planner: models.planner.id, judge: models.judge.id, utility: models.utility.id }
}

/** Everything that can be wrong with a request is found here. */
export function prepare(
  loop: Loop,
  input: TaskInput,
  options: StartOptions,
  context: { redact: Redactor; thread: string },
): Prepared {
  checkLoop(loop)
  const models = modelsOf(options)
  const budget = readBudget(options.budget)
  refuseUnpricedLimit(budget, Object.values(models))
  const tools = options.tools ?? []
  const definition: SessionDefinition = {
    v: journalVersion,
    loop: loop.name,
    loopVersion: loop.version,
    prompts: promptHashes(loop),
    task: context.redact.json(readTask(input)) as Task,
    config: context.redact.json(readConfig(loop, options.config ?? {}) as Json),
    budget,
    models: modelIds(models),
    tools: toolNames(tools),
    instructions: context.redact.text(options.instructions ?? ''),
    strict: options.strict ?? false,
    thread: context.redact.text(options.thread ?? context.thread),
    fork: null,
  }
  return { definition, models, tools }
}

type ForkChange = Pick<StartOptions, 'config' | 'budget' | 'instructions'>

/** What a fork is made with: what its source was, and what is to be different. */
export function forkDefinition(
  source: SessionDefinition,
  loop: Loop,
  change: ForkChange,
  { models, redact }: { readonly models: Models | undefined; readonly redact: Redactor },
): SessionDefinition {
  const config =
    change.config === undefined ? source.config : { ...(source.config as object), ...(change.config as object) }
  return {
    ...source,
    loopVersion: loop.version,
    prompts: promptHashes(loop),
    config: redact.json(readConfig(loop, config) as Json),
    ...(models && { models: modelIds(models) }),
    ...(change.budget && { budget: readBudget(change.budget) }),
    ...(change.instructions !== undefined && { instructions: redact.text(change.instructions) }),
  }
}

function toolNames(tools: readonly Tool[]): readonly string[] {
  if (!Array.isArray(tools) || !tools.every(isRunnable))
    throw new GyreError('tool-invalid', '`tools` is a list of what `defineTool` returns.')
  const names = tools.map((tool) => tool.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new GyreError('tool-invalid', `Two tools are called \`${twice}\`.`)
  return names
}

const hashes = new WeakMap<Loop, Record<string, string>>()

function promptHashes(loop: Loop): Record<string, string> {
  const known = hashes.get(loop)
  if (known) return known
  const entries = Object.entries(loop.prompts).map(([id, prompt]) => [
    id,
    hash('sha256', String(prompt), 'base64url').slice(0, 12),
  ])
  const made = Object.fromEntries(entries) as Record<string, string>
  hashes.set(loop, made)
  return made
}
