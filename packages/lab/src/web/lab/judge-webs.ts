/** Claims about arms that researched the same webs. */
import { type Finding, refuted, refutedFrom, zWith } from '../../gate/finding.ts'
import { cellLimit } from '../../gate/limits.ts'
import type { Row } from '../../gate/row.ts'
import { meanInterval, meanOf, meanSigma, zOf } from '../../statistics/means.ts'
import { wilson } from '../../statistics/wilson.ts'
import type { WebResult, WebResults } from './web-arm.ts'

/** Names of arms, and what is looked at in each web. */
export type WebClaim = { readonly claim: string; readonly arm: string } & (
  | {
      /** `beats`: the arm has a larger share of something than the other one. `control`: it must not. */
      readonly kind: 'beats' | 'control'
      readonly over: string
      readonly share: (result: WebResult) => number
    }
  | {
      /** The arm needs fewer tokens. */
      readonly kind: 'saves'
      readonly over: string
    }
  | {
      /** The share of webs in which it is so: just as expected, or no less. */
      readonly kind: 'equals' | 'at-least'
      readonly isSo: (result: WebResult) => boolean
      readonly expected: number
    }
)

/**
 * Of so many webs, differences within the same web can be told from chance: there the interval of 99.9 % reaches 3.77σ to
 * either side, by Student's t, and a lead has to be one of 4σ.
 */
export const leastWebs = 24

export function judgeWebs(claim: WebClaim, results: WebResults): Row {
  const [row, found] = 'over' in claim ? judgePair(claim, results) : judgeShare(claim, results)
  return { ...row, ...(found ?? { verdict: 'holds' }) }
}

type PairClaim = Extract<WebClaim, { readonly over: string }>
type ShareClaim = Exclude<WebClaim, PairClaim>
type Judged = readonly [Omit<Row, 'verdict' | 'why'>, Finding | undefined]

/** Web by web: what makes one harder than another counts for neither arm. */
function judgePair(pair: PairClaim, results: WebResults): Judged {
  const { claim, kind, arm, over } = pair
  const amount = kind === 'saves' ? ({ of: 'tokens' } as const) : {}
  const of = pair.kind === 'saves' ? ({ tokens }: WebResult) => tokens : pair.share
  const [ours, theirs] = [resultsOf(arm, results), resultsOf(over, results)]
  const [measured, expected] = [meanOf(ours.map(of)), meanOf(theirs.map(of))]
  const more = meanOf(ours.map((result, at) => of(result) - of(theirs[at] as WebResult)))
  const sigma = meanSigma(more)
  const z = zOf(kind === 'saves' ? -more.mean : more.mean, sigma)
  const n = ours.length
  const row = {
    ...{ loop: 'research', claim, kind, ...amount, arm, over, n },
    ...{ measured: measured.mean, interval: meanInterval(measured) },
    ...{ expected: expected.mean, ...zWith(sigma, z), calls: callsOf(ours), overCalls: callsOf(theirs) },
    atEqualCalls: false,
  }
  return [row, kind === 'control' ? controlFinding(z, n) : leadFinding(z, n)]
}

function leadFinding(z: number, n: number): Finding | undefined {
  const isLead = z >= cellLimit
  if (isLead && n >= leastWebs) return undefined
  return refutedFrom(
    leastWebs,
    n,
    isLead ? `leads by ${z.toFixed(1)}σ` : `leads by ${z.toFixed(1)}σ, not by ${cellLimit}σ`,
  )
}

function controlFinding(z: number, n: number): Finding | undefined {
  return z > cellLimit ? refutedFrom(leastWebs, n, `wins by ${z.toFixed(1)}σ where nothing can be won`) : undefined
}

/** Nothing is left to chance: the share is what it has to be, or it is not. */
function judgeShare({ claim, kind, arm, isSo, expected }: ShareClaim, results: WebResults): Judged {
  const ours = resultsOf(arm, results)
  const [n, right] = [ours.length, ours.filter(isSo).length]
  const share = { measured: right / n, interval: wilson(right, n) }
  const row = { loop: 'research', claim, kind, arm, n, ...share, expected, sigma: 0, calls: callsOf(ours) }
  const holds = kind === 'equals' ? row.measured === expected : row.measured >= expected
  return [row, holds ? undefined : refuted(`so in ${right} of ${n} webs`)]
}

function resultsOf(arm: string, results: WebResults): readonly WebResult[] {
  return results.get(arm) ?? []
}

function callsOf(results: readonly WebResult[]): number {
  return meanOf(results.map(({ modelCalls }) => modelCalls)).mean
}
