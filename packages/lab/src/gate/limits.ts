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

/**
 * Of fewer tasks an ordering need not show: leads from .04 on are claimed, and of 1000 tasks a difference has a σ of up to .022.
 * So one that does not is undecided there; but it fails when the arm is behind by as much as a cell may be off.
 */
export const orderingTasks = 1000

/**
 * How much amounts differ from task to task is measured, unless a claim says that they do not. Of fewer tasks that says
 * little: what happens to one task in six happens to none of 20 in one run of 40.
 */
export const spreadTasks = 100

/** Configs come in whole numbers: an arm that is to make no more calls than another may make 2 % more. */
const callsShare = 1.02

/** Two means differ by chance, too: two σ of their difference are no difference. */
const callsErrors = 2

/** How many calls an arm may make on average to count as no more than `calls`; `sigma` is that of the difference. */
export function equalCallsLimit(calls: number, sigma: number): number {
  return calls * callsShare + callsErrors * sigma
}
