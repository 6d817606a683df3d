/** What the lab measured against what arithmetic says. */
import type { Claim } from '../api/lab.ts'

/** A share of tasks that came out right, where a closed form says how large it must be. */
export type ClaimPoint = {
  readonly loop: string
  readonly claim: string
  readonly expected: number
  readonly measured: number
  /** How far the interval reaches below and above. */
  readonly error: readonly [number, number]
  readonly verdict: Claim['verdict']
}

export function claimPoints(rows: readonly Claim[]): readonly ClaimPoint[] {
  return rows
    .filter(({ kind, of }) => kind === 'equals' && of === undefined)
    .map(({ loop, claim, expected, measured, interval, verdict }) => ({
      ...{ loop, claim, expected, measured, verdict },
      error: [Math.max(0, measured - interval.low), Math.max(0, interval.high - measured)],
    }))
}

export type LoopTotal = {
  readonly loop: string
  readonly claims: number
  readonly holding: number
  readonly failing: number
  /** How far the farthest of its cells is from what it must be, in σ; null where nothing is left to chance. */
  readonly farthest: number | null
}

/** What came of the claims about each loop, in the order of the suite. Of two arms a large z is no fault: it is a lead. */
export function byLoop(rows: readonly Claim[]): readonly LoopTotal[] {
  return [...Map.groupBy(rows, ({ loop }) => loop)].map(([loop, own]) => {
    const distances = own.flatMap(({ kind, z }) => (kind === 'equals' && z !== undefined ? [Math.abs(z)] : []))
    return {
      loop,
      claims: own.length,
      holding: own.filter(({ verdict }) => verdict === 'holds').length,
      failing: own.filter(({ verdict }) => verdict === 'fails').length,
      farthest: distances.length === 0 ? null : Math.max(...distances),
    }
  })
}

export function loopsIn(rows: readonly Claim[]): readonly string[] {
  return [...new Set(rows.map(({ loop }) => loop))]
}

/** Those of one loop, or all; what fails stands first, then what is undecided. */
export function claimsOf(rows: readonly Claim[], loop: string): readonly Claim[] {
  const rank = { fails: 0, undecided: 1, holds: 2 } as const
  return rows
    .filter((row) => loop === '' || row.loop === loop)
    .toSorted((one, other) => rank[one.verdict] - rank[other.verdict])
}

const signs: Readonly<Record<string, string>> = {
  equals: '',
  'at-least': '≥ ',
  'at-most': '≤ ',
  beats: '> ',
  saves: '< ',
  control: 'not > ',
}

const units: Readonly<Record<string, string>> = { calls: ' calls', tokens: ' tokens', latencyMs: ' ms' }

/** A share with four places; an amount with its unit. */
export function amountOf(value: number, of: string | undefined): string {
  return of === undefined ? value.toFixed(4) : `${Number(value.toFixed(2))}${units[of] ?? ` ${of}`}`
}

export function expectedOf({ kind, of, expected }: Pick<Claim, 'kind' | 'of' | 'expected'>): string {
  const sign = kind === 'control' && of !== undefined ? 'not < ' : (signs[kind] ?? '')
  return `${sign}${amountOf(expected, of)}`
}
