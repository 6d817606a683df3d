/** The gate: whether the table of all claims holds. */
import type { Claim } from '../claim.ts'
import { chiSquaredPoint } from '../statistics/chi-squared.ts'
import { judgeClaim, type Measurements } from './judge-claim.ts'
import { chiSquaredShare } from './limits.ts'
import type { Row, Total, Verdict } from './row.ts'

/** What came of every claim, and of all. */
export type Judgement = { readonly rows: readonly Row[]; readonly total: Total }

/** Whether each claim holds by what was measured, and all of them together. */
export function judgeClaims(claims: readonly Claim[], measurements: Measurements): Judgement {
  const rows = claims.map((claim) => judgeClaim(claim, measurements))
  return { rows, total: totalOf(rows) }
}

function totalOf(rows: readonly Row[]): Total {
  const cells = chanceCells(rows)
  const chiSquared = cells.reduce((sum, { z = 0 }) => sum + z * z, 0)
  const limit = chiSquaredPoint(chiSquaredShare, cells.length)
  const counted = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length
  const [failed, undecided] = [counted('fails'), counted('undecided')]
  const pass = failed === 0 && (cells.length === 0 || chiSquared < limit)
  return { pass, claims: rows.length, failed, undecided, chiSquared, cells: cells.length, limit }
}

/**
 * The cells that count for χ²: shares with a closed form, and chance in them. One of exactly 0 or 1 has none: it is met or it
 * fails on its own. An arm about which the same is claimed twice was measured once, and counts once. What the same sessions
 * cost hangs together with how they end, so amounts do not count.
 */
function chanceCells(rows: readonly Row[]): readonly Row[] {
  const cells = rows.filter(({ kind, of, sigma }) => kind === 'equals' && of === undefined && sigma > 0)
  return [...new Map(cells.map((row) => [JSON.stringify([row.arm, row.expected]), row])).values()]
}
