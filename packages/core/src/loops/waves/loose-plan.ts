/** Plans in other forms than the one that was asked for: other names of keys, arguments as text, missing as a mapping. */
import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { OfferedTool } from '../../kernel/context.ts'
import { parseJsonText } from '../../parsing/json-text.ts'
import { readInput } from '../../parsing/tool-input.ts'

const finals = /^(?:done|complete|completed|finish|finished|final|stop)$/i
const ongoing = /^(?:continue|next|more|in[ _-]?progress|pending)$/i

const ownKeys = new Set(['tools', 'calls', 'tool_calls', 'missing', 'missing_required_parameters', 'slots'])

/** A plan that a reply holds, still to be held against the schema; undefined when there is none. */
export function readLoosePlan(text: string, tools: readonly OfferedTool[]): Json | undefined {
  const parsed = parseJsonText(text)
  if (!parsed.ok || parsed.cut === 'value') return undefined
  const written = planIn(parsed.value)
  return written && loosePlan(written, tools)
}

/** The plan itself, a bare list of its calls, or the only thing there is in a wrapper. */
function planIn(value: Json | undefined): JsonObject | undefined {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? { tools: value } : undefined
  if (!isObject(value)) return undefined
  const [[name = '', only] = [], ...others] = Object.entries(value)
  const isWrapper = others.length === 0 && isObject(only) && !ownKeys.has(name)
  return isWrapper ? planIn(only) : value
}

function loosePlan(plan: JsonObject, tools: readonly OfferedTool[]): Json {
  const { action, slots, reasoning = plan['thought'] } = plan
  const calls = listOf(firstOf(plan, 'tools', 'calls', 'tool_calls')).map((entry, index) =>
    looseCall(entry, tools, `call-${index + 1}`),
  )
  const missing = missingIn(firstOf(plan, 'missing', 'missing_required_parameters'))
  return {
    ...statusIn(plan['status'], calls.length + missing.length > 0),
    action: typeof action === 'string' ? action : '',
    ...(isObject(slots) && { slots }),
    tools: calls,
    ...(missing.length > 0 && { missing }),
    ...(typeof reasoning === 'string' && { reasoning }),
  }
}

/** Without a word for it, calls and questions go on. A plan with neither has to say that it is done. */
function statusIn(status: Json | undefined, hasWork: boolean): JsonObject {
  const written = typeof status === 'string' ? status.trim() : ''
  if (finals.test(written)) return { status: 'done' }
  if (ongoing.test(written) || (written === '' && hasWork)) return { status: 'continue' }
  return status === undefined ? {} : { status }
}

/** One call, whatever its keys are called. `tool` may be missing still: the schema says so. */
export function looseCall(entry: Json, tools: readonly OfferedTool[], otherwise: string): Json {
  if (!isObject(entry)) return entry
  const call = isObject(entry['function']) ? { ...entry, ...entry['function'] } : entry
  const tool = firstOf(call, 'tool', 'name', 'tool_name')
  const args = firstOf(call, 'args', 'input', 'arguments', 'parameters')
  const needs = listOf(firstOf(call, 'needs', 'depends_on', 'dependencies'))
  const id = call['id'] ?? otherwise
  return {
    id: typeof id === 'number' ? String(id) : id,
    ...(tool !== undefined && { tool }),
    args: argsIn(
      args,
      tools.find(({ name }) => name === tool),
    ),
    ...(needs.length > 0 && { needs: needs.map((need) => (typeof need === 'number' ? String(need) : need)) }),
  }
}

/** Arguments that are a text are JSON, or the one text that the tool takes. */
function argsIn(args: Json | undefined, tool: OfferedTool | undefined): Json {
  if (args === undefined) return {}
  if (typeof args !== 'string') return args
  const read = readInput(args, tool)
  return read.ok ? read.input : args
}

/** `[{ name, question }]`, names alone, or a mapping from names to what is to be told. */
function missingIn(missing: Json | undefined): readonly Json[] {
  if (isObject(missing) && missing['name'] === undefined) {
    return Object.entries(missing).map(([name, question]) => ({ name, question: asText(question) || name }))
  }
  return listOf(missing).map((entry) => {
    if (typeof entry === 'string') return { name: entry, question: entry }
    if (!isObject(entry)) return entry
    const name = asText(firstOf(entry, 'name', 'parameter'))
    return { name, question: asText(firstOf(entry, 'question', 'description')) || name }
  })
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value as Json]
}

/** The first of these keys that has a value. */
function firstOf(value: JsonObject, ...keys: readonly string[]): Json | undefined {
  for (const key of keys) if (value[key] !== undefined && value[key] !== null) return value[key]
  return undefined
}
