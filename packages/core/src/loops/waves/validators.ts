/** What is wrong with results, told by rules: no model is asked. */
import { isObject, type Json } from '../../json.ts'
import type { OfferedTool } from '../../kernel/context.ts'
import { argumentNames } from './plan.ts'
import type { CallResult } from './results.ts'

/**
 * Whether a result says that there is nothing: no text, null, [], {}, a count of 0, or lists that are all empty and
 * nothing beside them but what the call itself said.
 */
export function isEmptyValue(value: Json, args: Json): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (value === null) return true
  if (Array.isArray(value)) return value.length === 0
  if (!isObject(value)) return false
  const { count } = value
  if (typeof count === 'number') return count === 0
  const entries = Object.entries(value)
  const hasList = entries.some(([name, entry]) => Array.isArray(entry) && !goodWhenEmpty.test(name))
  const echo = new Set(leavesOf(args).map(plainText))
  return entries.length === 0 || (hasList && !entries.some(([name, entry]) => saysMore(name, entry, echo)))
}

/** Lists that are good news when they are empty. */
const goodWhenEmpty = /^(?:errors|warnings|alerts|notes|messages)$/i
/** Remarks, and the form of an answer: no part of what was asked for. */
const besideThePoint = /^(?:errors?|warnings?|message|note|ok|success|page|limit|offset)$/i
const counting = /count|total|found|hits|matches/i

/** Whether an entry beside empty lists tells something: more than that there is nothing, and than what was asked. */
function saysMore(name: string, entry: Json | undefined, echo: ReadonlySet<string>): boolean {
  if (entry === undefined || entry === null || entry === false || besideThePoint.test(name)) return false
  if (Array.isArray(entry)) return entry.length > 0
  if (isObject(entry)) return Object.entries(entry).some(([inner, each]) => saysMore(inner, each, echo))
  if (entry === 0 && counting.test(name)) return false
  return plainText(entry) !== '' && !echo.has(plainText(entry))
}

function leavesOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [value]
  return Object.values(value).flatMap(leavesOf)
}

function plainText(value: Json): string {
  return String(value).trim().toLowerCase()
}

/** A result that should be planned again. */
export type Problem = { readonly id: string; readonly kind: 'failed' | 'not made' | 'empty'; readonly advice: string }

export function problemsOf(results: readonly CallResult[], tools: readonly OfferedTool[]): readonly Problem[] {
  return results.flatMap(({ id, tool, status }): readonly Problem[] => {
    const spec = tools.find(({ name }) => name === tool)
    const names = spec ? argumentNames(spec) : 'none'
    if (status === 'empty') return [{ id, kind: 'empty', advice: emptyAdvice(names) }]
    if (status === 'failed') return [{ id, kind: 'failed', advice: failedAdvice(names) }]
    return status === 'ok' ? [] : [{ id, kind: 'not made', advice: notMadeAdvice }]
  })
}

function emptyAdvice(names: string): string {
  return `Widen or shift what it asks for: a few days earlier or later, a shorter stretch, fewer or other conditions. Its arguments are ${names}.`
}

function failedAdvice(names: string): string {
  return `Its result says why. Change the arguments, which are ${names}, take another tool, or do without it. Only if the failure may pass, plan it once more as it is.`
}

const notMadeAdvice =
  'Its result says why. Plan it again with arguments that can be used, or as it is when nothing stands in its way any more, or do without it.'

/** The problems, as a planner reads them. */
export function shownProblems(problems: readonly Problem[], results: readonly CallResult[]): string {
  const toolOf = (id: string) => results.find((result) => result.id === id)?.tool ?? ''
  const said = { failed: 'failed', 'not made': 'was not made', empty: 'gave nothing' } as const
  return problems.map(({ id, kind, advice }) => `- \`${id}\` (${toolOf(id)}) ${said[kind]}. ${advice}`).join('\n')
}

/** The same in few words, for people. */
export function problemList(problems: readonly Problem[]): string {
  return problems.map(({ id, kind }) => `\`${id}\` ${kind === 'empty' ? 'gave nothing' : kind}`).join(', ')
}
