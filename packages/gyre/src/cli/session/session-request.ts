/** What `gyre run` is asked for, read off its arguments and options. */
import {
  GyreError,
  type JsonObject,
  type JsonSchema,
  matchesGlob,
  type Session,
  type StartOptions,
  type TaskInput,
  type Tool,
} from '@gyre/core'
import { readNamedFile } from '../arguments/json-argument.ts'
import { readKeyValues } from '../arguments/key-values.ts'
import { wordList } from '../arguments/word-list.ts'
import type { CommandCall } from '../command.ts'
import type { Options } from '../options.ts'
import type { Place } from '../place.ts'
import { nearest } from '../suggestion.ts'

export type SessionRequest = {
  readonly task: TaskInput
  readonly loop: string | undefined
  readonly persona: string | undefined
  readonly start: StartOptions
}

/** Everything but what only the store knows is found wrong here. */
export async function readRequest({ args, options, io }: CommandCall, place: Place): Promise<SessionRequest> {
  const loop = options.text('loop')
  const persona = options.text('persona')
  if (loop !== undefined && persona !== undefined) {
    throw new GyreError('usage-invalid', 'Give a loop (`-l`) or a persona (`-p`), not both: a persona brings its loop.')
  }
  const goal = await readGoal(args, options, () => io.input.readAll())
  const schema = options.text('schema')
  const task = { goal, ...(schema !== undefined && { output: await readSchema(schema) }) }
  return { task, loop, persona, start: await readStart(options, place, persona !== undefined) }
}

async function readGoal(args: readonly string[], options: Options, readAll: () => Promise<string>): Promise<string> {
  const file = options.text('file')
  const isPiped = args.length === 1 && args[0] === '-'
  if (file !== undefined && args.length > 0) {
    throw new GyreError('usage-invalid', 'Give the goal as words or by `-f FILE`, not both.')
  }
  const fromFile = file === undefined || file === '-' ? undefined : await readText(file)
  const goal = isPiped || file === '-' ? await readAll() : (fromFile ?? args.join(' '))
  if (goal.trim() === '') {
    throw new GyreError('usage-invalid', '`gyre run` needs a goal: gyre run "What is 17 * 6 + 14?"')
  }
  return goal.trim()
}

async function readText(path: string): Promise<string> {
  return (await readNamedFile(path)).toString('utf8')
}

async function readSchema(path: string): Promise<JsonSchema> {
  const text = await readText(path)
  const schema = objectIn(text)
  if (schema) return schema
  throw new GyreError('file-invalid', `\`--schema ${path}\`: ${schemaFault(text)}`, { path })
}

function schemaFault(text: string): string {
  try {
    JSON.parse(text)
    return 'expected a JSON Schema, which is a JSON object.'
  } catch (error) {
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? []
    return `it is not JSON, as a JSON Schema is${line === undefined ? '' : ` (line ${line})`}.`
  }
}

/** A persona brings its own model and tools; what is named here goes before them. */
async function readStart(options: Options, place: Place, isPersona: boolean): Promise<StartOptions> {
  const config = readConfig(options)
  const budget = options.texts('budget')
  const globs = options.text('tools')
  const [instructions, thread, model] = [options.text('instructions'), options.text('thread'), options.text('model')]
  return {
    ...(model !== undefined && { model: await place.model(model) }),
    ...(!(isPersona && globs === undefined) && { tools: await chosenTools(place, globs) }),
    ...(config && { config }),
    ...(budget.length > 0 && { budget: readKeyValues('--budget', budget) }),
    ...(instructions !== undefined && { instructions }),
    ...(thread !== undefined && { thread }),
    ...(options.text('deliver') !== undefined && { deliver: wordList(options.text('deliver')) }),
    ...(options.flag('strict') && { strict: true }),
  }
}

function readConfig(options: Options): object | undefined {
  const text = options.text('config')
  const pairs = options.texts('set')
  if (text === undefined && pairs.length === 0) return undefined
  return readKeyValues('-c', pairs, text === undefined ? {} : readObject(text))
}

function readObject(text: string): JsonObject {
  const value = objectIn(text)
  if (value) return value
  throw new GyreError('usage-invalid', `\`--config ${text}\`: expected a JSON object, such as {"maxIterations": 5}.`)
}

/** The JSON object a text holds; undefined when it holds anything else. */
function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** The tools whose names fit one of the patterns: `web.*,calculator`. */
async function chosenTools(place: Place, globs: string | undefined): Promise<readonly Tool[]> {
  if (globs === undefined) return place.tools()
  const patterns = wordList(globs)
  const tools = await place.tools(patterns)
  const useless = patterns.find((pattern) => !tools.some(({ name }) => matchesGlob(pattern, name)))
  if (useless !== undefined) throw noTool(useless, await place.tools())
  return tools.filter(({ name }) => patterns.some((pattern) => matchesGlob(pattern, name)))
}

function noTool(pattern: string, tools: readonly Tool[]): GyreError {
  const names = tools.map(({ name }) => name)
  const meant = nearest(pattern, names)
  const hint = meant ? `Did you mean \`${meant}\`?` : `There are ${names.join(', ')}.`
  return new GyreError('tool-unknown', `No tool fits \`${pattern}\`. ${hint}`, { tool: pattern, known: names })
}

export function startSession(place: Place, { task, loop, persona, start }: SessionRequest): Promise<Session> {
  const { runtime } = place
  if (persona === undefined) return runtime.start(loop ?? place.defaultLoop, task, start)
  return runtime.startAs(persona, task, start)
}
