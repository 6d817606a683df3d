/** Replies in other words than those that were asked for: other keys, steps without ids, plain text. */
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { parseJsonText } from '../../parsing/json-text.ts'
import { stripFences, stripThinking } from '../../parsing/reply-text.ts'
import { readInput } from '../../parsing/tool-input.ts'
import { freeIds } from '../plan-steps.ts'
import type { Tools } from './plan.ts'

const toolKeys = ['tool', 'tool_name', 'skill_name', 'skill', 'name', 'step']
const goalKeys = ['goal', 'description', 'task', 'reason', 'query', 'input']
const inputKeys = ['input', 'args', 'arguments', 'parameters', 'query']
const listKeys = ['steps', 'new_plan', 'plan', 'new_steps']

/** A plan that a reply holds, still to be held against the schema; undefined when it holds none. */
export function readLoosePlan(text: string, done: ReadonlySet<string>): JsonObject | undefined {
  const value = jsonIn(text)
  if (value === undefined) return undefined
  const steps = stepsIn(value, done)
  return steps && { ...memoryIn(value), steps }
}

/** Why the planner says that there is no plan; empty when it does not. */
export function refusalIn(text: string): string {
  const value = jsonIn(text)
  return isObject(value) ? textIn(value, ['error']) : ''
}

/** A decision whose plan is written otherwise. */
export function readLooseDecision(text: string, done: ReadonlySet<string>): JsonObject | undefined {
  const value = jsonIn(text)
  if (!isObject(value)) return undefined
  const steps = stepsIn(value, done)
  const action = textIn(value, ['action', 'decision'])
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return { ...value, action, ...(steps && { new_plan: steps }) }
}

/** Input of a tool that is written as a text, or stands alone. */
export function readLooseInput(text: string, tool: Tools[number]): JsonObject | undefined {
  const value = jsonIn(text)
  if (!isObject(value)) return undefined
  const given = inputKeys.map((key) => value[key]).find((each) => each !== undefined)
  if (typeof given !== 'string') return { ...memoryIn(value), input: given ?? value }
  const read = readInput(given, tool)
  return read.ok ? { ...memoryIn(value), input: read.input } : undefined
}

/** The compressed text: under any key, or as plain text. Half an object is neither. */
export function readLooseText(text: string): { readonly compressed: string } | undefined {
  const said = stripFences(stripThinking(text)).trim()
  const value = jsonIn(said)
  if (value !== undefined && isObject(value)) {
    const [only, ...others] = Object.values(value).filter((each) => typeof each === 'string')
    return only !== undefined && others.length === 0 ? { compressed: only } : undefined
  }
  return said === '' || /^[{[]/.test(said) ? undefined : { compressed: said }
}

/** Half a value says something else than the whole. */
function jsonIn(text: string): Json | undefined {
  const parsed = parseJsonText(text)
  return parsed.ok && parsed.cut !== 'value' ? parsed.value : undefined
}

function memoryIn(value: Json): JsonObject {
  const memory = isObject(value) ? value['working_memory'] : undefined
  return typeof memory === 'string' ? { working_memory: memory } : {}
}

function stepsIn(value: Json, done: ReadonlySet<string>): readonly Json[] | undefined {
  if (Array.isArray(value)) return withIds(value.map(stepOf), done)
  if (!isObject(value)) return undefined
  const inner = listKeys.map((key) => value[key]).find((each) => each !== undefined && each !== null)
  return inner === undefined ? undefined : stepsIn(inner, done)
}

function stepOf(value: Json): Json {
  if (!isObject(value)) return value
  const given = inputKeys.map((key) => value[key]).find((each) => each !== undefined)
  const tool = textIn(value, toolKeys)
  const { id, needs } = value
  return {
    ...(id !== undefined && { id }),
    ...(needs !== undefined && needs !== null && { needs }),
    ...(given !== undefined && { input: given }),
    tool,
    goal: textIn(value, goalKeys) || tool,
  }
}

/** The first of these that is a text with something in it. */
function textIn(value: JsonObject, keys: readonly string[]): string {
  const texts = keys.flatMap((key) => (Object.hasOwn(value, key) ? [value[key]] : []))
  const found = texts.find((each) => typeof each === 'string' && each.trim() !== '')
  return typeof found === 'string' ? found.trim() : ''
}

/** Ids for the steps that have none: their number in the list where that is free. */
function withIds(steps: readonly Json[], done: ReadonlySet<string>): readonly Json[] {
  const given = steps.map((step) => (isObject(step) ? (step['id'] ?? '') : ''))
  const free = freeIds(steps.length, new Set([...done, ...given.map(String)])).values()
  return steps.map((step, index) => {
    return isObject(step) && given[index] === '' ? { ...step, id: free.next().value ?? '' } : step
  })
}
