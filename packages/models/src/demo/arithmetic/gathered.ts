/** Expressions whose results are gathered: `What are 17 * 6 and 14 * 3, and what is the sum of both?` */
import { type Problem, readProblem } from './problem.ts'

export type Gathered = { readonly problem: Problem; readonly symbol: '+' | '*' | '-' }

const asked =
  /[,;.?!]?\s+(?:and\s+|then\s+)*(?:what\s+is\s+|give\s+(?:me\s+)?|find\s+)?(?:the|their)\s+(sum|total|product|difference)(?:\s+of\s+(?:both|them|these|those|all|all\s+of\s+them|the\s+(?:two|three|four|results)|both\s+results))?\s*[?.!]*$/i

const symbols = { sum: '+', total: '+', product: '*', difference: '-' } as const

/** Undefined when nothing is made of the results, or of fewer than two. */
export function readGathered(text: string): Gathered | undefined {
  const match = asked.exec(text)
  const word = match?.[1]?.toLowerCase() as keyof typeof symbols | undefined
  const problem = match && readProblem(text.slice(0, match.index), undefined)
  if (!problem || word === undefined || problem.relation !== undefined) return undefined
  const count = problem.operands.length
  return count < 2 || (word === 'difference' && count > 2) ? undefined : { problem, symbol: symbols[word] }
}
