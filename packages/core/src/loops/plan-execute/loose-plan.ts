/** Plans in other forms than the one that was asked for: numbered lines, bare lists, steps without ids. */
import type { Json } from '../../json.ts'
import { parseJsonText } from '../../parsing/json-text.ts'
import { readNumberedLines } from '../../parsing/numbered-lines.ts'
import { freeIds, inOrder } from './plan.ts'

/** Steps that a reply names, still to be held against the schema; undefined when it names none. */
export function readLoosePlan(
  text: string,
  done: ReadonlySet<string>,
): { readonly steps: readonly Json[] } | undefined {
  const goals = readNumberedLines(text)
  if (goals.length > 0) return { steps: inOrder(goals, done) }
  const parsed = parseJsonText(text)
  const listed = parsed.ok ? listIn(parsed.value) : undefined
  return listed && { steps: withIds(listed.map(stepIn), done) }
}

/** The list itself, that of `steps`, or the only thing there is in a wrapper. */
function listIn(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (!isObject(value)) return undefined
  const inner = Object.values(value)
  return listIn(value['steps'] ?? (inner.length === 1 ? (inner[0] ?? null) : null))
}

/** A text is the goal of a step. */
function stepIn(value: Json): Json {
  return typeof value === 'string' ? { goal: value } : value
}

/** Ids for the steps that have none: their number in the list where that is free. */
function withIds(steps: readonly Json[], done: ReadonlySet<string>): readonly Json[] {
  const given = steps.map((step) => (isObject(step) ? step['id'] : undefined))
  const free = freeIds(steps.length, new Set([...done, ...given.map(String)]))
  let next = 0
  return steps.map((step, index) => {
    if (!isObject(step) || (given[index] ?? '') !== '') return step
    return { ...step, id: free[next++] ?? '' }
  })
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
