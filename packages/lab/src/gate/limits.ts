/** Where the gate draws its lines. */

/**
 * A cell may be so many σ from its closed form, and a control may be won by so many. One chance in 30 000 on each side: a
 * table of a hundred cells that are all right is refused for it once in 150 runs, and seeds are fixed in advance.
 */
export const cellLimit = 4

/** Single cells may all lie within 4σ and be too far off together: Σz² exceeds its point by chance once in a thousand runs. */
export const chiSquaredShare = 0.001

/**
 * An ordering must show: one arm leads by so many σ, which equal arms do once in a thousand times. It asks less than 4σ since
 * it is the claim itself that has to be seen here; chance would have to help a loop that earns nothing.
 */
export const orderingLimit = 3.09

/** Configs come in whole numbers: an arm that is to make no more calls than another may make 2 % more. */
const callsShare = 1.02

/** Two means differ by chance, too: two σ of their difference are no difference. */
const callsErrors = 2

/** How many calls an arm may make on average to count as no more than `calls`; `sigma` is that of the difference. */
export function equalCallsLimit(calls: number, sigma: number): number {
  return calls * callsShare + callsErrors * sigma
}
