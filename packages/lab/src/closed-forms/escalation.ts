/** `auto`: loops from the cheapest on, each judged, until one is accepted. */
import { attemptChances, type Retry } from './retry.ts'

/**
 * An answer that is accepted is returned. Unlike trying again in the textbook, the last one is judged, too, and when all
 * are turned down, all are as doubtful: the first stands, which was the cheapest.
 */
export function escalationSuccess(retry: Retry): number {
  const { rates, alpha, beta } = retry
  const accepted = attemptChances(retry).reduce((sum, chance, at) => sum + chance * (rates[at] ?? 0) * alpha, 0)
  const [first = 0, ...others] = rates
  const turnedDown = others.reduce((chance, a) => chance * (a * (1 - alpha) + (1 - a) * (1 - beta)), 1)
  return accepted + first * (1 - alpha) * turnedDown
}
