/** Tools: what a model may ask for, and how a loop runs it. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import type { Json, JsonSchema } from '../json.ts'
import type { GenerateOptions, Labelled, Reply, ToolAskOptions } from '../kernel/context.ts'
import type { FilePart, ImagePart, Message, ToolCall, Untrusted } from '../messages.ts'
import type { ToolSpec } from '../ports/model.ts'

/**
 * What repeating a call does to the world. `pure`: nothing. `idempotent`: nothing more, given the
 * same key. `once`: it must not be repeated, so a crash in the middle asks a person.
 */
export type ToolEffect = (typeof effects)[number]

const effects = ['pure', 'idempotent', 'once'] as const

/** When a person is asked before a call. */
export type ApprovalPolicy = (typeof approvals)[number]

const approvals = ['never', 'first-use', 'always'] as const

/** What a tool knows of its call, and may do in it. */
export type ToolContext = {
  /** Aborts when the session does or the tool's time is up. */
  readonly signal: AbortSignal
  /** The longest this call may take, in ms, where the loop says so: the tool's own time may be shorter. */
  readonly timeoutMs?: number | undefined
  readonly session: string
  /** Whose session it is. */
  readonly owner: string
  /** The step's path. */
  readonly path: string
  /** The same each time this very call is repeated after a crash. */
  readonly idempotencyKey: string
  /** The time by the session's clock, in ms. */
  now(): number
  /** The tools this call may use in turn: those of the loop that made it. */
  readonly tools: readonly ToolSpec[]
  /** Ask a model; a step under this tool's path. */
  generate(messages: readonly Message[], options?: GenerateOptions): Promise<Reply>
  /** Run tools; steps under this tool's path, each through the same checks as any call. */
  callTools(calls: readonly ToolCall[], options?: Labelled): Promise<readonly Message[]>
  /** Wait for a person; a step under this tool's path. The tool's time stands still meanwhile. */
  ask(question: string, options?: ToolAskOptions): Promise<string>
  /** Show those who watch how far it is. */
  progress(progress: ToolProgress): void
  /** The same with the tools of these names or patterns alone, and no more rights than those have. */
  limitedTo(patterns: readonly string[]): ToolContext
}

/** How far a tool is; without `total`, nobody knows of how much. */
export type ToolProgress = { readonly done: number; readonly total?: number; readonly message?: string }

/** A tool's answer when a text is not enough. */
export type ToolOutput = {
  readonly text: string
  readonly data?: Json
  readonly parts?: readonly (ImagePart | FilePart)[]
  readonly error?: true
  /** Where the text is from, when that is more than the tool itself: an address, a file. */
  readonly untrusted?: Untrusted
}

/** How much of a tool there may be at once. What is left out is not limited, or by the guard alone. */
export type ToolLimits = {
  readonly perMinute?: number
  /** Calls at the same time, in one process. */
  readonly concurrency?: number
  /** The longest text of an answer that a model is shown. */
  readonly outputChars?: number
}

/** A tool, as `defineTool` makes it. */
export type Tool<I = unknown> = ToolSpec & {
  readonly schema: z.ZodType<I>
  readonly output?: z.ZodType
  readonly effect: ToolEffect
  readonly approval: ApprovalPolicy
  readonly timeoutMs: number
  /** What it touches, such as `net`, `files.read`, `files.write`, `process`. */
  readonly permissions: readonly string[]
  /** Its answers are computed, not text from outside: a model reads them without a fence. */
  readonly trusted: boolean
  /** Its answers are source texts: markup in them is shown, not read. */
  readonly keepsMarkup: boolean
  readonly limits: ToolLimits
  /** Not the runtime, but whoever began the session: it is a tool of this session and of no other. */
  readonly runBy?: 'client'
  run(input: I, context: ToolContext): unknown
}

/** What a tool is made of. */
export type ToolDefinition<I> = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<I>
  readonly output?: z.ZodType
  readonly effect?: ToolEffect
  readonly approval?: ApprovalPolicy
  readonly timeoutMs?: number
  readonly permissions?: readonly string[]
  readonly trusted?: boolean
  readonly keepsMarkup?: boolean
  readonly limits?: ToolLimits
  /** Returns a text, a `ToolOutput` made by `toolOutput`, or any JSON value. */
  run(input: I, context: ToolContext): unknown
}

/** A tool in one call. Its effect is `once` unless it says otherwise. */
export function defineTool<I>(definition: ToolDefinition<I>): Tool<I> {
  const { name, input, output, ...rest } = definition
  if (!isToolName(name)) {
    throw new GyreError('tool-invalid', `\`${name}\` is not a tool name such as \`calculate\` or \`web.search\`.`)
  }
  refuseIncomplete(name, rest)
  refuseUnknown(name, 'effect', rest.effect, effects)
  refuseUnknown(name, 'approval', rest.approval, approvals)
  return {
    effect: 'once',
    approval: 'never',
    timeoutMs: 120_000,
    permissions: [],
    trusted: false,
    keepsMarkup: false,
    limits: {},
    ...rest,
    name,
    schema: input,
    ...(output && { output }),
    input: shownSchema(name, input),
  }
}

/** Words with dots between them, of what every provider takes. */
export function isToolName(name: string): boolean {
  return /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(name)
}

/** Not every config is typed, and a tool that asks nobody by mistake is worse than none. */
function refuseUnknown(tool: string, field: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || known.some((each) => each === value)) return
  const listed = known.map((each) => `\`${each}\``).join(', ')
  throw invalid(tool, `\`${field}\` of \`${tool}\` is one of ${listed}, not ${JSON.stringify(value)}.`)
}

/** Not every program is typed: what models and the runner cannot do without is asked for before the first call. */
function refuseIncomplete(tool: string, { description, run }: { description?: unknown; run?: unknown }): void {
  if (typeof run !== 'function') throw invalid(tool, `\`${tool}\` has no function \`run\`: it is what a call does.`)
  if (typeof description === 'string') return
  throw invalid(tool, `\`${tool}\` has no \`description\`: say what it is for, models choose by it.`)
}

/** The schema of a tool's arguments as models are shown it. */
function shownSchema(tool: string, input: unknown): JsonSchema {
  if (input === undefined) {
    const message = `\`${tool}\` has no \`input\`: give a zod schema, \`z.object({})\` for a tool without arguments.`
    throw invalid(tool, message)
  }
  if (!isZodSchema(input)) {
    const copy = '_def' in Object(input) ? 'made by zod 3: take `z` from `gyre`' : `no zod schema: ${schemaForms}`
    throw invalid(tool, `The input of \`${tool}\` is ${copy}.`)
  }
  const schema = jsonSchemaOf(tool, input)
  const { type = 'object' } = schema
  if (type === 'object') return schema
  throw invalid(
    tool,
    `The input of \`${tool}\` is of the type \`${String(type)}\`, and arguments have names: ${schemaForms}.`,
  )
}

/** Of any copy of zod 4, the small one included. */
function isZodSchema(input: unknown): input is z.ZodType {
  return typeof input === 'object' && input !== null && '_zod' in input
}

const schemaForms = 'give `z.object({ … })` with a field for each argument; `z.fromJSONSchema` reads a JSON Schema'

function jsonSchemaOf(tool: string, input: z.ZodType): JsonSchema {
  try {
    return z.toJSONSchema(input, { io: 'input' }) as JsonSchema
  } catch (error) {
    throw unshowable(tool, error)
  }
}

function invalid(tool: string, message: string): GyreError {
  return new GyreError('tool-invalid', message, { tool })
}

function unshowable(tool: string, cause: unknown): GyreError {
  const why = cause instanceof Error ? cause.message : String(cause)
  const message = `The input of \`${tool}\` is no schema that a model can be shown: ${why}`
  return new GyreError('tool-invalid', message, { tool, cause })
}

const outputMark = Symbol('gyre.tool-output')

/** An answer with data, pictures or files beside its text. */
export function toolOutput(output: ToolOutput): ToolOutput {
  return Object.defineProperty({ ...output }, outputMark, { value: true })
}

/** Whatever a tool returned, as an answer a model can read. */
export function readToolOutput(returned: unknown): ToolOutput {
  if (typeof returned === 'string') return { text: returned }
  if (returned === undefined) return { text: 'Done.' }
  if (typeof returned === 'object' && returned !== null && outputMark in returned)
    return plainData(returned as unknown as ToolOutput)
  const text = JSON.stringify(returned) as string | undefined
  if (text === undefined) return { text: String(returned) }
  return { text, data: JSON.parse(text) as Json }
}

/** Data as the journal will hold it. What cannot be written is the tool's failure, not that of the step. */
function plainData(output: ToolOutput): ToolOutput {
  return output.data === undefined ? output : { ...output, data: JSON.parse(JSON.stringify(output.data)) as Json }
}
