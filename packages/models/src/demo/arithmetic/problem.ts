/** What a question wants to have worked out: expressions, and perhaps how they compare. */
import { readChain } from './chain.ts'
import { type Found, type FoundPiece, findPieces, goOnWith } from './expressions.ts'
import { areOrdinary } from './ordinary-words.ts'
import type { Piece } from './piece.ts'

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

/** Comparisons of another kind than these relations are. */
const otherwise = /\bat\s+(?:least|most)\b|\bor\s+equal\b|\bhow\s+(?:much|many)\b/i

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

/** A part that is not understood may change what the rest means: then there is no problem to work out. */
function freshProblem(text: string, that: number | undefined): Problem | undefined {
  const chain = readChain(text, that)
  if (chain !== undefined) return { operands: [{ expression: chain, isBare: false }] }
  const goingOn = that === undefined ? undefined : goOnWith(text, that)
  if (goingOn) return areOrdinary(goingOn.unread) ? { operands: [foundIn(goingOn.piece)] } : undefined
  const { pieces, unread } = findPieces(text, that)
  const comparison = readComparison(text, pieces.map(foundIn))
  if (comparison) return areOrdinary(unread, true) ? comparison : undefined
  return areOrdinary(unread) ? plainProblem(text, pieces) : undefined
}

function foundIn({ text: expression, isBare }: Piece): Found {
  return { expression, isBare }
}

/** A number that is part of no expression belongs to something that is not understood. */
function plainProblem(text: string, pieces: readonly FoundPiece[]): Problem | undefined {
  const [bare, whole] = [pieces.filter(({ isBare }) => isBare), pieces.filter(({ isBare }) => !isBare)]
  const isLost = bare.some((piece) => !piece.usesThat && !isPronoun(foundIn(piece), text) && !isResult(text, piece))
  return whole.length > 0 && !isLost ? { operands: distinct(whole.map(foundIn)) } : undefined
}

/** `Which one is larger?` names no number. */
function isPronoun({ expression, isBare }: Found, text: string): boolean {
  return isBare && expression === '1' && !/\b1\b/.test(text)
}

/** `17 * 6 = 102` says what comes out. */
function isResult(text: string, { text: number }: Piece): boolean {
  return new RegExp(`=\\s*${number.replace('.', '\\.')}(?![\\d.]*\\d)`).test(text.replaceAll(',', ''))
}

function readComparison(text: string, found: readonly Found[]): Problem | undefined {
  const [relation, second] = relations.flatMap(([pattern, each]) => (pattern.test(text) ? [each] : []))
  const operands = found.filter((each) => !isPronoun(each, text))
  if (relation === undefined || second === 'smaller' || operands.length < 2 || otherwise.test(text)) return undefined
  const isClaim = claim.test(text)
  if (isClaim) return operands.length === 2 ? { operands, relation, isClaim } : undefined
  return relation === 'equal' ? undefined : { operands: distinct(operands), relation }
}

function distinct(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((each) => [each.expression, each])).values()]
}
