/** `experts`: one who sees the answer last, and confirms or corrects it. */
import type { Judge } from './retry.ts'

export type Criticised = Judge & {
  /** The answer is right. */
  readonly a: number
  /** A wrong answer that is doubted is put right. */
  readonly fix: number
  /** A right answer that is doubted is spoilt. */
  readonly spoil: number
}

export function criticisedSuccess({ a, alpha, beta, fix, spoil }: Criticised): number {
  return a * (1 - (1 - alpha) * spoil) + (1 - a) * (1 - beta) * fix
}
