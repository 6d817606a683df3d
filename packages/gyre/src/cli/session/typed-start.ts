/** What a session is started with, as it was typed: models and tools by their names, so that it can be kept. */
import { GyreError, type JsonObject } from '@gyre/core'
import { readNamedFile } from '../arguments/json-argument.ts'
import { readKeyValues } from '../arguments/key-values.ts'
import { wordList } from '../arguments/word-list.ts'
import type { CommandCall } from '../command.ts'
import type { Options } from '../options.ts'

export type TypedStart = {
  readonly goal: string
  /** A JSON Schema the answer must fit. */
  readonly output?: JsonObject
  readonly loop: string | undefined
  readonly persona: string | undefined
  readonly model?: string
  /** Patterns of names. */
  readonly tools?: string[]
  readonly config?: JsonObject
  readonly budget?: JsonObject
  readonly instructions?: string
  readonly thread?: string
  readonly deliver?: string[]
  readonly strict?: true
}

/** What is wrong with it by itself is found here; without a goal, `goalNeeded` is told. */
export async function readTypedStart({ args, options, io }: CommandCall, goalNeeded: string): Promise<TypedStart> {
  const [loop, persona] = [options.text('loop'), options.text('persona')]
  if (loop !== undefined && persona !== undefined) {
    throw new GyreError('usage-invalid', 'Give a loop (`-l`) or a persona (`-p`), not both: a persona brings its loop.')
  }
  const goal = await readGoal(args, options, () => io.input.readAll())
  if (goal === '') throw new GyreError('usage-invalid', goalNeeded)
  const schema = options.text('schema')
  const output = schema === undefined ? undefined : await readSchema(schema)
  return { goal, ...(output && { output }), loop, persona, ...readTerms(options) }
}

async function readGoal(args: readonly string[], options: Options, readAll: () => Promise<string>): Promise<string> {
  const file = options.text('file')
  const isPiped = args.length === 1 && args[0] === '-'
  if (file !== undefined && args.length > 0) {
    throw new GyreError('usage-invalid', 'Give the goal as words or by `-f FILE`, not both.')
  }
  const fromFile = file === undefined || file === '-' ? undefined : await readText(file)
  const goal = isPiped || file === '-' ? await readAll() : (fromFile ?? args.join(' '))
  return goal.trim()
}

async function readText(path: string): Promise<string> {
  return (await readNamedFile(path)).toString('utf8')
}

async function readSchema(path: string): Promise<JsonObject> {
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

function readTerms(options: Options): Omit<TypedStart, 'goal' | 'output' | 'loop' | 'persona'> {
  const config = readConfig(options)
  const budget = options.texts('budget')
  const [instructions, thread, model] = [options.text('instructions'), readThread(options), options.text('model')]
  const [tools, deliver] = [options.text('tools'), options.text('deliver')]
  return {
    ...(model !== undefined && { model }),
    ...(tools !== undefined && { tools: [...wordList(tools)] }),
    ...(config && { config }),
    ...(budget.length > 0 && { budget: readKeyValues('--budget', budget) }),
    ...(instructions !== undefined && { instructions }),
    ...(thread !== undefined && { thread }),
    ...(deliver !== undefined && { deliver: [...wordList(deliver)] }),
    ...(options.flag('strict') && { strict: true }),
  }
}

/** What a script has left empty would be one conversation of all who did. */
function readThread(options: Options): string | undefined {
  const thread = options.text('thread')
  if (thread !== '') return thread
  throw new GyreError('usage-invalid', '`--thread` is empty: give an id, or leave it out.')
}

function readConfig(options: Options): JsonObject | undefined {
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
