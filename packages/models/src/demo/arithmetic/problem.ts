/** What a question wants to have worked out: expressions, and perhaps how they compare. */
import { readChain } from './chain.ts'
import { type Found, findExpressions, goOnFrom } from './expressions.ts'

export type Relation = 'larger' | 'smaller' | 'equal'

export type Problem = {
  readonly operands: readonly Found[]
  readonly relation?: Relation
  /** Whether yes or no is wanted: does the first have this relation to the second? */
  readonly isClaim?: boolean
}

const relations: readonly (readonly [RegExp, Relation])[] = [
  [/\b(?:larger|largest|greater|greatest|bigger|biggest|higher|highest)\b|\bmore\s+than\b|\d\s*>\s*[\d(]/i, 'larger'],
  [/\b(?:smaller|smallest|lesser|least|lower|lowest)\b|\bless\b(?=\s+than|,)|\d\s*<\s*[\d(]/i, 'smaller'],
  [/=|\bequals?\b|\bthe\s+same\b/i, 'equal'],
]

const claim = /^\W*(?:is|are|does|do)\b|\b(?:true|correct|false)\b/i

/** Loops ask about the same task over and over: what was read stays known. */
const known = new Map<string, Problem | undefined>()
const mostKnown = 500

/** The problem in a text. `that` is what was worked out before, for a question that goes on from it. */
export function readProblem(text: string, that: number | undefined): Problem | undefined {
  const key = `${that} ${text}`
  if (known.has(key)) return known.get(key)
  const problem = freshProblem(text, that)
  if (known.size >= mostKnown) known.clear()
  known.set(key, problem)
  return problem
}

function freshProblem(text: string, that: number | undefined): Problem | undefined {
  const chain = readChain(text, that)
  if (chain !== undefined) return { operands: [{ expression: chain, isBare: false }] }
  const goingOn = that === undefined ? undefined : goOnFrom(text, that)
  if (goingOn !== undefined) return { operands: [{ expression: goingOn, isBare: false }] }
  const found = findExpressions(text, that)
  return readComparison(text, found) ?? plainProblem(found)
}

function plainProblem(found: readonly Found[]): Problem | undefined {
  const operands = distinct(found.filter(({ isBare }) => !isBare))
  return operands.length > 0 ? { operands } : undefined
}

function readComparison(text: string, found: readonly Found[]): Problem | undefined {
  const relation = relations.find(([pattern]) => pattern.test(text))?.[1]
  // `Which one is larger?` names no number.
  const operands = found.filter(({ expression, isBare }) => !(isBare && expression === '1' && !/\b1\b/.test(text)))
  if (relation === undefined || operands.length < 2) return undefined
  const isClaim = claim.test(text)
  if (isClaim) return operands.length === 2 ? { operands, relation, isClaim } : undefined
  return relation === 'equal' ? undefined : { operands: distinct(operands), relation }
}

function distinct(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((each) => [each.expression, each])).values()]
}
