/** Plans in other forms than the one that was asked for: lines of a list, bare lists in JSON, steps without ids. */
import { isObject, type Json } from '../../json.ts'
import { parseJsonText } from '../../parsing/json-text.ts'
import { readBulletLines, readNumberedLines } from '../../parsing/numbered-lines.ts'
import { freeIds, inOrder } from '../plan-steps.ts'

/** Steps that a reply names, still to be held against the schema; undefined when it names none. */
export function readLoosePlan(
  text: string,
  done: ReadonlySet<string>,
): { readonly steps: readonly Json[] } | undefined {
  const numbered = readNumberedLines(text)
  const goals = numbered.length > 0 ? numbered : readBulletLines(text)
  if (goals.length > 0) return isPlan(text, goals) ? { steps: inOrder(goals, done) } : undefined
  const parsed = parseJsonText(text)
  const listed = parsed.ok ? listIn(parsed.value) : undefined
  return listed && { steps: withIds(listed.map(stepIn), done) }
}

/** A sentence with a list of single words under it is an answer: `Mars has two moons:`, and their names. */
function isPlan(text: string, goals: readonly string[]): boolean {
  const follows = !/^[\s>#*_`~]*(?:\d|step\b|[-•+]|\*\s)/i.test(text)
  return !follows || goals.filter(isSentence).length * 2 > goals.length
}

/** Two words at least; some scripts put no spaces between them. */
function isSentence(goal: string): boolean {
  return /\S\s+\S/.test(goal) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]{3}/u.test(goal)
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
