/** A run of the lab: every arm that a claim needs is measured once, then the gate judges. */
import { GyreError } from '@gyre/core'
import type { Arm, Claim, Measurement } from './claim.ts'
import { type Judgement, judgeClaims } from './gate/judge-claims.ts'

/** Arms, and what is claimed of them. */
export type Suite = { readonly arms: readonly Arm[]; readonly claims: readonly Claim[] }

/** The signal that ends the measuring, and who is told how far it is. */
export type MeasureOptions = {
  /** Ends the measuring: it rejects. */
  readonly signal?: AbortSignal
  /** Told how many of the tasks are done. */
  readonly onTask?: (done: number) => void
}

/** Runs an arm on `n` tasks; the same seed gives the same. */
export type Measure = (arm: Arm, n: number, seed: number, options: MeasureOptions) => Promise<Measurement>

/** How far it is, in tasks over all arms. */
export type LabProgress = { readonly done: number; readonly total: number; readonly arm: string }

/** How many tasks, from which seed, of which loops. */
export type LabOptions = {
  /** Tasks for each arm. */
  readonly n: number
  readonly seed: number
  /** Only what is claimed of these loops. */
  readonly loops?: readonly string[]
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: LabProgress) => void
}

/** What was claimed, measured and judged. The same suite, n and seed give the same report. */
export type LabReport = Judgement & { readonly n: number; readonly seed: number }

/** Measures every arm that a claim needs, once, and judges the claims. */
export async function runLab(suite: Suite, options: LabOptions, measure: Measure): Promise<LabReport> {
  const { n, seed, loops = [] } = options
  const claims = claimsAbout(suite, loops)
  const arms = armsOf(suite, claims)
  const measurements = await measureAll(arms, options, measure)
  return { n, seed, ...judgeClaims(claims, measurements) }
}

/** One after the other: what runs side by side is for `measure` to say. */
async function measureAll(arms: readonly Arm[], { n, seed, signal, onProgress }: LabOptions, measure: Measure) {
  const measurements = new Map<string, Measurement>()
  for (const arm of arms) {
    const before = measurements.size * n
    const tell = (done: number) => onProgress?.({ done: before + done, total: arms.length * n, arm: arm.name })
    signal?.throwIfAborted()
    tell(0)
    measurements.set(arm.name, await measure(arm, n, seed, { ...(signal && { signal }), onTask: tell }))
    tell(n)
  }
  // A measuring that does not heed the signal may have ended after it.
  signal?.throwIfAborted()
  return measurements
}

function claimsAbout({ claims }: Suite, loops: readonly string[]): readonly Claim[] {
  const known = [...new Set(claims.map(({ loop }) => loop))]
  const unknown = loops.filter((loop) => !known.includes(loop))
  if (unknown.length > 0) {
    const named = unknown.map((loop) => `\`${loop}\``).join(', ')
    throw new GyreError('argument-invalid', `The lab claims nothing of ${named}. It does of ${known.join(', ')}.`)
  }
  return loops.length === 0 ? claims : claims.filter(({ loop }) => loops.includes(loop))
}

/** The arms these claims are about, each once, in the order of the suite. Slips of a suite show before anything runs. */
function armsOf({ arms }: Suite, claims: readonly Claim[]): readonly Arm[] {
  const byName = new Map(arms.map((arm) => [arm.name, arm]))
  if (byName.size < arms.length) {
    const twice = arms.find(({ name }, at) => arms.findIndex((arm) => arm.name === name) < at)
    throw new GyreError('argument-invalid', `There are two arms \`${twice?.name}\`.`)
  }
  const needed = new Set<string>()
  for (const claim of claims) {
    for (const name of 'over' in claim ? [claim.arm, claim.over] : [claim.arm]) {
      if (!byName.has(name)) throw new GyreError('argument-invalid', `\`${claim.claim}\`: there is no arm \`${name}\`.`)
      needed.add(name)
    }
  }
  return arms.filter(({ name }) => needed.has(name))
}
