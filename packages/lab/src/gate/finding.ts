/** What keeps a claim from holding: it is refuted, or there are too few tasks to tell. */
import type { Measurement } from '../claim.ts'
import type { Row } from './row.ts'

export type Finding = { readonly verdict: 'fails' | 'undecided'; readonly why: string }

/** What is known of a row before it is judged. */
export type Facts = Omit<Row, 'verdict' | 'why'>

/** A row as far as it is judged: without a finding it holds. */
export type Judged = readonly [Facts, Finding | undefined]

export function refuted(why: string): Finding {
  return { verdict: 'fails', why }
}

/** Refuted by `least` tasks; of fewer nobody can tell. */
export function refutedFrom(least: number, tasks: number, why: string): Finding {
  if (tasks >= least) return refuted(why)
  return { verdict: 'undecided', why: `${why}: too few tasks to tell, it takes \`--tasks ${least}\`` }
}

/** The one that counts most. */
export function worst(findings: readonly (Finding | undefined)[]): Finding | undefined {
  return findings.find((each) => each?.verdict === 'fails') ?? findings.find((each) => each !== undefined)
}

/** `z` as a row has it: none where nothing is left to chance. */
export function zWith(sigma: number, z: number): Pick<Row, 'sigma' | 'z'> {
  return sigma > 0 ? { sigma, z } : { sigma }
}

/** How many tasks there are of the arm that has fewer. */
export function fewest(one: Measurement, other: Measurement): number {
  return Math.min(one.n, other.n)
}
