/** Trying again until a judge accepts: `reflexion`, `auto`, and every loop that checks its own answer. */

export type Judge = {
  /** What is right is accepted. */
  readonly alpha: number
  /** What is wrong is accepted. */
  readonly beta: number
}

export type Retry = Judge & {
  /** The chance of each attempt in turn to be right; as many as there are attempts. The last one stands as it is. */
  readonly rates: readonly number[]
}

/** The chance that each attempt is made: the first always, each other when all before it were turned down. */
export function attemptChances({ rates, alpha, beta }: Retry): readonly number[] {
  const chances: number[] = []
  let chance = 1
  for (const a of rates) {
    chances.push(chance)
    chance *= a * (1 - alpha) + (1 - a) * (1 - beta)
  }
  return chances
}

export function retrySuccess(retry: Retry): number {
  const { rates, alpha } = retry
  const last = rates.length - 1
  return attemptChances(retry).reduce((sum, chance, at) => sum + chance * (rates[at] ?? 0) * (at < last ? alpha : 1), 0)
}

/** How many attempts are made on average. */
export function expectedAttempts(retry: Retry): number {
  return attemptChances(retry).reduce((sum, chance) => sum + chance, 0)
}

/** What a second attempt without learning adds: nothing when the judge knows nothing, and less than nothing when it errs more. */
export function secondAttemptGain({ a, alpha, beta }: Judge & { readonly a: number }): number {
  return a * (1 - a) * (alpha - beta)
}

/** Attempts of which each is right with the same chance. */
export function sameRates(a: number, attempts: number): readonly number[] {
  return Array.from({ length: attempts }, () => a)
}

/** Attempts of which each takes away the share `learning` of what the one before did wrong. */
export function learningRates(a: number, attempts: number, learning: number): readonly number[] {
  return Array.from({ length: attempts }, (_, at) => 1 - (1 - a) * (1 - learning) ** at)
}
