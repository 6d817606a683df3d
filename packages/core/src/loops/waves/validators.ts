/** What is wrong with results, told by rules: no model is asked. */
import type { Json } from '../../json.ts'
import type { OfferedTool } from '../../kernel/context.ts'
import { isObject } from '../../parsing/tool-input.ts'
import { argumentNames } from './plan.ts'
import type { CallResult } from './results.ts'

/** Whether a result says that there is nothing: no text, null, [], {}, a count of 0, or lists that are all empty. */
export function isEmptyValue(value: Json): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (value === null) return true
  if (Array.isArray(value)) return value.length === 0
  if (!isObject(value)) return false
  const { count } = value
  if (typeof count === 'number') return count === 0
  const entries = Object.values(value)
  const lists = entries.filter((entry) => Array.isArray(entry))
  return entries.length === 0 || (lists.length > 0 && lists.every((list) => list.length === 0))
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
  return `Its result says why. Change the arguments, which are ${names}, take another tool, or do without it.`
}

const notMadeAdvice = 'Its result says why. Plan it again with arguments that can be used, or do without it.'

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
