/** Self-consistency: the most frequent of several answers. A tie goes to the one that came first. */
import { binomialAt } from '../statistics/binomial.ts'
import { logGamma } from '../statistics/incomplete-gamma.ts'

export type Vote = {
  /** One answer is right. */
  readonly a: number
  readonly samples: number
}

/** All wrong answers are the same one: below a half, voting hurts. */
export function majoritySuccess({ a, samples }: Vote): number {
  return pluralitySuccess({ a, samples, wrongAnswers: 1 })
}

/**
 * Wrong answers are spread evenly over so many.
 *
 * With c right answers, the right one wins when no wrong one has more, and of those that have as many each is as likely to
 * have come first: 1 / (1 + t) for t of them.
 */
export function pluralitySuccess({ a, samples, wrongAnswers }: Vote & { readonly wrongAnswers: number }): number {
  let success = 0
  for (let right = 1; right <= samples; right += 1) {
    const others = spreadOver(wrongAnswers, samples - right, right)
    const wins = others.reduce((sum, share, ties) => sum + share / (1 + ties), 0)
    success += binomialAt(right, samples, a) * wins
  }
  return success
}

/** The chance, by the number of answers that reach `cap`, that of `votes` votes over `answers` answers none exceeds it. */
function spreadOver(answers: number, votes: number, cap: number): readonly number[] {
  // ways[v][t]: v votes are given, t answers stand at the cap; divided by the factorials of their counts.
  let ways: number[][] = Array.from({ length: votes + 1 }, (_, v) => (v === 0 ? [1] : []))
  for (let answer = 0; answer < answers; answer += 1) ways = withOneMore(ways, cap)
  const scale = logGamma(votes + 1) - votes * Math.log(answers)
  return Array.from(ways[votes] ?? [], (way = 0) => (way === 0 ? 0 : Math.exp(Math.log(way) + scale)))
}

function withOneMore(ways: readonly (readonly number[])[], cap: number): number[][] {
  const next: number[][] = ways.map(() => [])
  for (const [given, byTies] of ways.entries()) {
    for (let count = 0; count <= Math.min(cap, ways.length - 1 - given); count += 1) {
      const row = next[given + count] ?? []
      const factor = Math.exp(-logGamma(count + 1))
      byTies.forEach((way, ties) => {
        const at = ties + (count === cap ? 1 : 0)
        row[at] = (row[at] ?? 0) + way * factor
      })
    }
  }
  return next
}
