/** A question looked up hop by hop, from what was found so far: the same each time, so that nothing need be remembered. */
import { type FoundAnswer, findAnswer } from './find-answer.ts'
import { nextHop, plainQuestion } from './hops.ts'

export type Found = { readonly question: string } & FoundAnswer

export type LookUp =
  /** This is to be looked up next. */
  | { readonly kind: 'open'; readonly question: string; readonly hops: readonly Found[] }
  | { readonly kind: 'found'; readonly answer: Found; readonly hops: readonly Found[] }
  /** This was looked up, and what was found does not say it. */
  | { readonly kind: 'missing'; readonly question: string; readonly hops: readonly Found[] }

/** Questions nested deeper are not asked. */
const mostHops = 6

/** `resultOf` gives what was found for a question; undefined when nobody has looked. */
export function lookUp(question: string, resultOf: (question: string) => string | undefined): LookUp {
  const hops: Found[] = []
  const end = solve(question, resultOf, hops)
  return { ...end, hops }
}

type End =
  | { readonly kind: 'open' | 'missing'; readonly question: string }
  | { readonly kind: 'found'; readonly answer: Found }

function solve(asked: string, resultOf: (question: string) => string | undefined, hops: Found[]): End {
  let question = asked
  for (let hop = nextHop(question); hop && hops.length < mostHops; hop = nextHop(question)) {
    const inner = solve(hop.inner, resultOf, hops)
    if (inner.kind !== 'found') return inner
    question = hop.outer(inner.answer.text)
  }
  question = plainQuestion(question)
  const result = resultOf(question)
  if (result === undefined) return { kind: 'open', question }
  const found = findAnswer(question, [result])
  if (!found) return { kind: 'missing', question }
  const answer = { question, ...found }
  hops.push(answer)
  return { kind: 'found', answer }
}
