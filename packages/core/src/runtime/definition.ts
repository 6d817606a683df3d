/** What a session is made with, checked before anything is stored or paid for. */
import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Redactor } from '../audit/redaction.ts'
import { GyreError } from '../errors.ts'
import { readAs } from '../faults/issues.ts'
import type { Json, JsonSchema } from '../json.ts'
import { type Breakpoint, breakpointSchema } from '../kernel/breakpoint.ts'
import { type Budget, budgetSchema, refuseUnpricedLimit } from '../kernel/limits.ts'
import type { Loop, Task } from '../kernel/loop.ts'
import { readConfig } from '../kernel/loop-config.ts'
import { mergedConfig } from '../kernel/merged-config.ts'
import { samplingByRoleSchema } from '../kernel/sampling.ts'
import type { PersonaUse, PromptText, ResultMemory, SamplingByRole, SessionDefinition } from '../kernel/session-view.ts'
import type { FilePart, ImagePart, Message } from '../messages.ts'
import { schemaOfJson } from '../parsing/json-schema.ts'
import { shown } from '../parsing/schema-fault.ts'
import { journalVersion } from '../ports/facts.ts'
import type { Model, ModelInput, Role } from '../ports/model.ts'
import { type ClientTool, withClientTools } from '../tools/client-tool.ts'
import type { Tool } from '../tools/tool.ts'
import { readClientTools } from './client-tools.ts'
import type { Deliver } from './deliver-names.ts'
import { attachedSchema } from './message-schema.ts'
import type { Models, SessionEquipment } from './registry.ts'

/** A task as people give it: a goal, or more. `output` may be a zod schema, whose type the answer then has. */
export type TaskInput<A = Json> =
  | string
  | {
      readonly goal: string
      readonly messages?: readonly Message[]
      readonly files?: readonly (FilePart | ImagePart)[]
      readonly output?: z.ZodType<A> | JsonSchema
    }

/** What a session is started with. What is left out is as in the persona it is started as, else as the runtime has it. */
export type StartOptions = {
  /** Settings of the loop; checked against its schema before anything is stored. */
  readonly config?: unknown
  /** Serves every role that `models` leaves out. */
  readonly model?: ModelInput
  /** Models for single roles, such as a cheaper one for the judge. */
  readonly models?: Partial<Record<Role, ModelInput>>
  /** The tools that the model is offered. */
  readonly tools?: readonly Tool[]
  /** What it may spend; without one it is not limited. */
  readonly budget?: z.input<typeof budgetSchema>
  /** Said to the author in every request. */
  readonly instructions?: string
  /** A prompt that changed since it was recorded is an error, not a note. */
  readonly strict?: boolean
  /** The conversation it belongs to: what was said in it before is known to the loop, unless the task brings messages. */
  readonly thread?: string
  /** Temperature and the like for each role; it wins over what the loop asks for. */
  readonly sampling?: SamplingByRole
  /** Where it stops by itself and waits for a person. */
  readonly breakpoints?: readonly Breakpoint[]
  /** What it comes to is remembered where the runtime remembers; `false` keeps it out of memory. */
  readonly remembers?: boolean
  /** Where its result goes after the end: names of the runtime's deliveries, and `memory`. */
  readonly deliver?: readonly string[]
  /** Prompts in other words, by `loop.prompt`; empty is the loop's own. */
  readonly prompts?: Readonly<Record<string, string>>
  /**
   * Tools that whoever starts it runs: their calls are open questions of the kind `tool` until they are answered. One of
   * them takes the place of another tool of its name.
   */
  readonly clientTools?: readonly ClientTool[]
  /** Who starts it, such as `key:laptop`. */
  readonly by?: string
  /** It waits for a worker, which may be this process or another, rather than being run here at once. */
  readonly queue?: boolean
  /** Of those that wait, higher is first; from -1000 to 1000, 0 when left out. One with a priority waits for a worker. */
  readonly priority?: number
  /** It waits for a worker until this time, at least. */
  readonly notBefore?: Date
}

/** What a session is told of the place it is started in. */
export type StartContext = {
  readonly redact: Redactor
  readonly modelFrom: (given: ModelInput) => Model | undefined
  readonly thread: string
  readonly persona: PersonaUse | null
  readonly promptTexts: Readonly<Record<string, PromptText>>
  /** What was said in the thread before. */
  readonly earlier: readonly Message[]
  readonly remembers: ResultMemory | undefined
  /** Targets of its result. */
  readonly deliver: readonly string[]
  /** The loops there are: its config may name them, and it may choose among them. */
  readonly loops: readonly Loop[]
  readonly loopsOff: readonly string[]
}

export type Prepared = {
  readonly definition: SessionDefinition
  readonly models: Models
  readonly tools: readonly Tool[]
}

function readTask(input: TaskInput<unknown>, earlier: readonly Message[]): Task {
  if (typeof input !== 'string' && !isObject(input))
    throw notFit('The task is no goal: a text, or an object with `goal`', input)
  const { goal, messages = earlier, files = [], output } = typeof input === 'string' ? { goal: input } : input
  if (typeof goal !== 'string') throw notFit('`goal` of the task: a text', goal)
  if (goal.trim() === '') throw new GyreError('task-invalid', 'The goal is empty.')
  if (messages.length + files.length > 0) checkAttached({ messages, files })
  return { goal, messages, files, ...(output && { output: jsonSchemaOf(output) }) }
}

function notFit(what: string, given: unknown): GyreError {
  return new GyreError('task-invalid', `${what} was expected, got ${shown(given)}.`)
}

function checkAttached(attached: Pick<Task, 'messages' | 'files'>): void {
  readAs(attachedSchema, attached, 'task-invalid', 'Task')
}

/** A schema the answer can really be checked by. */
function jsonSchemaOf(output: z.ZodType | JsonSchema): JsonSchema {
  try {
    const schema = (output instanceof z.ZodType ? z.toJSONSchema(output) : output) as JsonSchema
    refuseNonSchema(schema)
    schemaOfJson(schema)
    return schema
  } catch (error) {
    throw outputInvalid(error)
  }
}

/** The words of a JSON Schema, those of its older drafts included. */
const schemaWords = new Set(
  `$anchor $comment $defs $dynamicRef $id $ref $schema additionalItems additionalProperties allOf anyOf const contains
  contentEncoding contentMediaType default definitions deprecated description else enum examples exclusiveMaximum exclusiveMinimum
  format if items maxContains maxItems maxLength maxProperties maximum minContains minItems minLength minProperties minimum
  multipleOf not nullable oneOf pattern patternProperties prefixItems properties propertyNames readOnly required then title type
  unevaluatedItems unevaluatedProperties uniqueItems writeOnly`.split(/\s+/),
)

/** A JSON Schema takes no notice of words that it does not know: a list of fields would allow every answer. */
function refuseNonSchema(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new Error(`a zod schema or a JSON Schema was expected, got ${shown(schema)}.`)
  }
  const words = Object.keys(schema)
  if (words.length === 0 || words.some((word) => schemaWords.has(word))) return
  const listed = words.slice(0, 3).map((word) => `\`${word}\``)
  throw new Error(
    `it is neither a zod schema nor a JSON Schema, and has only ${listed.join(', ')}; give \`z.object({ … })\`.`,
  )
}

function outputInvalid(cause: unknown): GyreError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new GyreError('task-invalid', `The schema \`output\` cannot be used: ${why}`, { cause })
}

function readBudget(input: unknown): Budget {
  return readAs(budgetSchema, input ?? {}, 'budget-invalid', 'Budget')
}

export function modelsOf(
  { model, models = {} }: Pick<StartOptions, 'model' | 'models'>,
  modelFrom: (given: ModelInput) => Model | undefined,
): Models {
  const pick = (role: Role): Model => {
    const chosen = models[role] ?? model ?? models.author
    if (!chosen) {
      const isAny = Object.values(models).some((each) => each !== undefined)
      const lacks = isAny ? `No model for the role \`${role}\`` : 'There is no model'
      throw new GyreError('model-missing', `${lacks}: give \`model\`${isAny ? ', or one for it in `models`' : ''}.`)
    }
    const found = modelFrom(chosen)
    if (found) return found
    throw new GyreError('model-missing', `What is given for the role \`${role}\` is no model: it has no id or stream.`)
  }
  return { author: pick('author'), planner: pick('planner'), judge: pick('judge'), utility: pick('utility') }
}

/** Tools and loops alike have a name and can be run. */
function isRunnable(given: unknown): boolean {
  return isObject(given) && typeof given['name'] === 'string' && typeof given['run'] === 'function'
}

function checkLoop(given: unknown): void {
  if (isRunnable(given)) return
  throw new GyreError('loop-unknown', `A loop is a name, or what \`defineLoop\` returns; got ${shown(given)}.`)
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null
}

function modelIds(models: Models): Record<Role, string> {
  return { author: models.author.id, planner: models.planner.id, judge: models.judge.id, utility: models.utility.id }
}

/** Everything that can be wrong with a request is found here. */
export function prepare(loop: Loop, input: TaskInput<unknown>, options: StartOptions, context: StartContext): Prepared {
  checkLoop(loop)
  const models = modelsOf(options, context.modelFrom)
  const budget = readBudget(options.budget)
  const offer = readOffer(options, context.redact)
  const definition: SessionDefinition = {
    v: journalVersion,
    loop: loop.name,
    loopVersion: loop.version,
    prompts: promptHashes(loop, context.promptTexts),
    task: context.redact.json(readTask(input, context.earlier)) as Task,
    config: context.redact.json(readConfig(loop, options.config ?? {}, context.loops) as Json),
    budget,
    models: modelIds(models),
    tools: toolNames(offer.tools),
    instructions: context.redact.text(options.instructions ?? ''),
    strict: options.strict ?? false,
    thread: context.redact.text(context.thread),
    fork: null,
    persona: context.persona,
    ...readManner(options),
    ...(Object.keys(context.promptTexts).length > 0 && {
      promptTexts: context.redact.json(context.promptTexts) as typeof context.promptTexts,
    }),
    ...(context.remembers && { remembers: context.remembers }),
    ...(context.deliver.length > 0 && { deliver: context.deliver }),
    ...(context.loopsOff.length > 0 && { loopsOff: context.loopsOff }),
    loops: loopNames(context.loops, loop),
    ...(offer.clientTools.length > 0 && { clientTools: offer.clientTools }),
    ...(options.by !== undefined && { by: context.redact.text(options.by) }),
  }
  refuseUnpriced(definition, Object.values(models))
  return { definition, models, tools: offer.tools }
}

/** All its tools, and those of them that whoever starts it runs: as they will be read from its journal. */
function readOffer({ tools = [], clientTools: given = [] }: StartOptions, redact: Redactor) {
  refuseMistaken(tools)
  const clientTools = redact.json(readClientTools(given)) as readonly ClientTool[]
  return { clientTools, tools: withClientTools(tools, clientTools) }
}

/** A loop that is given as it is becomes known with its session, after the others. */
function loopNames(loops: readonly Loop[], { name }: Loop): readonly string[] {
  return [...new Set([...loops.map((each) => each.name), name])]
}

/** What depends on the cost needs prices: refused before any work is done. */
export function refuseUnpriced({ budget, breakpoints = [] }: SessionDefinition, models: readonly Model[]): void {
  refuseUnpricedLimit(budget, models)
  for (const breakpoint of breakpoints) if ('costUsd' in breakpoint) refuseUnpricedLimit(breakpoint, models)
}

/** Sampling and break-points, where there are any. */
function readManner({ sampling, breakpoints }: ForkChange): Pick<SessionDefinition, 'sampling' | 'breakpoints'> {
  return {
    ...(sampling && {
      sampling: readAs(samplingByRoleSchema, sampling, 'config-invalid', 'Sampling') as SamplingByRole,
    }),
    ...(breakpoints && {
      breakpoints: readAs(z.array(breakpointSchema), breakpoints, 'config-invalid', 'Break-points'),
    }),
  }
}

type ForkChange = Pick<StartOptions, 'config' | 'budget' | 'instructions' | 'sampling' | 'breakpoints'>

type ForkContext = Pick<StartContext, 'redact' | 'loops' | 'remembers'> & {
  /** Who it goes on as, when that is somebody else. */
  readonly cast: { readonly persona: PersonaUse; readonly output: JsonSchema | undefined } | undefined
  readonly promptTexts: SessionDefinition['promptTexts']
  /** Where its result goes, when that is somewhere else. */
  readonly deliver: Deliver | undefined
  /** Who began the fork: never who began its source. */
  readonly by: string | undefined
}

/** What a fork is made with: what its source was, and what is to be different. */
export function forkDefinition(
  source: SessionDefinition,
  { loop, models, tools }: SessionEquipment,
  change: ForkChange,
  { redact, cast, promptTexts, loops, deliver, remembers, by }: ForkContext,
): SessionDefinition {
  const { remembers: _, by: __, ...known } = source
  const { breakpoints: ___, sampling: ____, ...kept } = known
  // A persona brings all of its manner: nothing is left of how the source was.
  const base = cast ? { ...kept, config: {}, instructions: '', budget: readBudget({}) } : known
  const config = mergedConfig(loop, base.config, change.config ?? {}, loops)
  return {
    ...base,
    loopVersion: loop.version,
    prompts: promptHashes(loop, promptTexts),
    task: cast?.output && !source.task.output ? { ...source.task, output: jsonSchemaOf(cast.output) } : source.task,
    config: redact.json(readConfig(loop, config, loops) as Json),
    models: modelIds(models),
    tools: toolNames(withClientTools(tools, source.clientTools)),
    ...(change.budget && { budget: readBudget(change.budget) }),
    ...(change.instructions !== undefined && { instructions: redact.text(change.instructions) }),
    ...(cast && { persona: cast.persona }),
    ...readManner(change),
    ...(promptTexts && { promptTexts: redact.json(promptTexts) as typeof promptTexts }),
    ...(deliver && { deliver: deliver.targets }),
    ...(remembers && { remembers }),
    ...(by !== undefined && { by: redact.text(by) }),
  }
}

function refuseMistaken(tools: readonly Tool[]): void {
  const mistaken = Array.isArray(tools) ? tools.findIndex((tool) => !isRunnable(tool)) : undefined
  if (mistaken === -1) return
  const got = mistaken === undefined ? shown(tools) : `${shown(tools[mistaken])} at ${mistaken}`
  throw new GyreError('tool-invalid', `\`tools\` is a list of what \`defineTool\` returns; got ${got}.`)
}

function toolNames(tools: readonly Tool[]): readonly string[] {
  const names = tools.map((tool) => tool.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new GyreError('tool-invalid', `Two tools are called \`${twice}\`.`)
  return names
}

const hashes = new WeakMap<Loop, Record<string, string>>()

/** The hashes of the words that are used: the loop's own, or a person's. */
function promptHashes(loop: Loop, texts: SessionDefinition['promptTexts'] = {}): Record<string, string> {
  const own = ownHashes(loop)
  const others = Object.entries(texts)
    .filter(([id]) => id.startsWith(`${loop.name}.`))
    .map(([id, { text }]) => [id.slice(loop.name.length + 1), hashOf(text)])
  return others.length === 0 ? own : { ...own, ...Object.fromEntries(others) }
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}

function ownHashes(loop: Loop): Record<string, string> {
  const known = hashes.get(loop)
  if (known) return known
  const entries = Object.entries(loop.prompts).map(([id, prompt]) => [
    id,
    hashOf(typeof prompt === 'object' ? prompt.text : String(prompt)),
  ])
  const made = Object.fromEntries(entries) as Record<string, string>
  hashes.set(loop, made)
  return made
}
