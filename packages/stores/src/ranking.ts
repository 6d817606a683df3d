/** The best of many by score, without keeping them all; equal ones in the order of their ids. */
export type Scored = { readonly id: string; readonly score: number }

/** How many more than asked for are kept before the rest is let go. */
const slack = 1024

export class Ranking {
  readonly #limit: number
  #kept: Scored[] = []
  #floor = Number.NEGATIVE_INFINITY

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = Math.max(0, Math.trunc(limit))
  }

  add(id: string, score: number): void {
    if (score < this.#floor) return
    this.#kept.push({ id, score })
    if (this.#kept.length > this.#limit + slack) this.#cut()
  }

  best(): readonly Scored[] {
    this.#cut()
    return this.#kept
  }

  #cut(): void {
    this.#kept = this.#kept.sort(byScore).slice(0, this.#limit)
    if (this.#kept.length === this.#limit) this.#floor = this.#kept.at(-1)?.score ?? Number.POSITIVE_INFINITY
  }
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}
