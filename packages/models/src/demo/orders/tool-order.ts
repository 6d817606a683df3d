/**
 * An order in plain words that one of the offered tools can carry out: `Echo “hello”.`, `Get the sum of 17 and 25.`
 *
 * The tool is known by its name, its input is read by the types of its schema. Nothing is guessed: where something that
 * the tool needs is not said, or more is said than it takes, there is no order.
 */
import type { JsonObject, ToolSpec } from '@gyre/core'
import type { PlannedCall } from '../decision.ts'
import { saidInput } from './said-input.ts'

/** Orders are short; what is longer is material, unless it is quoted. */
const longestOrder = 2000

export function readToolOrder(text: string, tools: readonly ToolSpec[]): PlannedCall | undefined {
  if (text.length > longestOrder) return undefined
  // Of `get_sum` and `get_sum_of_squares`, the one that more was said of.
  const ordered = tools
    .filter(({ name, input }) => isOrdered(name, text) && !isSpecial(input))
    .toSorted((a, b) => nameWords(b.name).length - nameWords(a.name).length)
  for (const { name, input: schema } of ordered) {
    const input = saidInput(text, schema)
    if (input && (Object.keys(input).length > 0 || isMeantWithoutInput(name, text))) return { tool: name, input }
  }
  return undefined
}

/** Whether an order begins with the verb of the tool, or says that it is to be used, and names the rest of it, too. */
export function isOrdered(name: string, text: string): boolean {
  const called = nameWords(name)
  const said = wordsOf(text.replace(/^\s*please\b/i, ''))
  const [verb = ''] = said
  return (verb === called[0] || users.has(verb)) && called.every((word) => said.includes(word))
}

/**
 * Whether a tool that is given nothing is meant all the same. Many a sentence has a word such as `now` in it: a tool of
 * one word is meant when its whole name is said, and that it is to be used.
 */
function isMeantWithoutInput(name: string, text: string): boolean {
  if (nameWords(name).length > 1) return true
  const said = text.toLowerCase().split(/[^\w.-]+|\.(?=\s|$)/)
  return said.includes(name.toLowerCase()) && wordsOf(text).some((word) => users.has(word))
}

const users: ReadonlySet<string> = new Set(['use', 'call', 'run'])

/** `everything.get-sum` is called `get sum`: what stands before the point says where it is from. */
function nameWords(name: string): readonly string[] {
  const own = name.slice(name.lastIndexOf('.') + 1)
  return wordsOf(own.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Expressions and searches are understood, and not only passed on: other rules do that. */
function isSpecial({ properties }: JsonObject): boolean {
  return ['expression', 'query'].some((name) => Object.hasOwn((properties ?? {}) as object, name))
}
