/** A run of the lab over synthetic webs. */

import type { LabProgress } from '../run-lab.ts'
import { judgeWebs } from '../web/lab/judge-webs.ts'
import { measureWebs } from '../web/lab/measure-webs.ts'
import { armSummary, claimSummary, inventionSummary, totalOf, type WebReport } from '../web/lab/web-report.ts'
import type { WebEquipment } from '../web/web-run.ts'
import { inventionRates, webArms } from './research-arms.ts'
import { switchClaims, webClaims } from './research-claims.ts'

/** How many synthetic webs, from which seed, with which tools. */
export type WebLabOptions = WebEquipment & {
  /** Webs, each of which every arm researches. */
  readonly n: number
  readonly seed: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: LabProgress) => void
}

/** The most webs of a run: those of one seed are none of another's. */
export const mostWebs = 10_000

/** The webs of seed 1 are 1, 2, 3 and so on. The same n and seed give the same report. */
export async function runWebLab({ n, seed, onProgress, ...rest }: WebLabOptions): Promise<WebReport> {
  const total = webArms.length * n
  onProgress?.({ done: 0, total, arm: 'research' })
  const onRun = (done: number, arm: string) => onProgress?.({ done, total, arm })
  const results = await measureWebs(webArms, { ...rest, n, firstSeed: (seed - 1) * mostWebs + 1, onRun })
  const rows = [...webClaims, ...switchClaims].map((claim) => judgeWebs(claim, results))
  const inventive = results.get('an author who invents') ?? []
  const { inventCitation, inventNumber, inventQuote, unsupported } = inventionRates
  return {
    ...{ n, seed, rows, total: totalOf(rows) },
    arms: webArms.map((arm) => armSummary(arm, results.get(arm.name) ?? [])),
    inventions: [
      inventionSummary('citation', inventCitation, inventive),
      inventionSummary('number', inventNumber, inventive),
      inventionSummary('quote', inventQuote, inventive),
      inventionSummary('claim', unsupported, inventive),
    ],
    claims: claimSummary(inventive),
  }
}
