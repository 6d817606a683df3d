/** What tests ask of a row that was measured with fewer tasks than the lab takes. */
import { orderingLimit } from '../src/gate/limits.ts'
import type { Row } from '../src/gate/row.ts'

/** Tasks of an arm when nobody says how many. */
const usualTasks = 2000

/** Equal arms lead by so many σ one time in ten. */
const leastLead = 1.28

/**
 * The gate leaves an ordering undecided when there are few tasks. Here it has to show as large a lead as the gate asks of 2000
 * tasks, which is fewer σ of fewer, and one that equal arms seldom have; of amounts that never differ, what is claimed.
 */
export function isHeld({ kind, verdict, z, n, measured, expected }: Row): boolean {
  if (verdict !== 'undecided') return verdict === 'holds'
  if (kind !== 'beats' && kind !== 'saves') return false
  const isAsClaimed = kind === 'beats' ? measured >= expected : measured <= expected
  return isAsClaimed && (z === undefined || z >= Math.max(leastLead, orderingLimit * Math.sqrt(n / usualTasks)))
}
