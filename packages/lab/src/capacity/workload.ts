/** What comes: sessions over a day, and what each of them does. Assumed, not measured. */
export type Workload = {
  /** Arrivals at the busiest moment of the day, against the mean of the day. */
  readonly peakFactor: number
  /** How many steps a session has: any number between these, all as likely. */
  readonly steps: { readonly least: number; readonly most: number }
  /** How long a model takes for a step: lognormal. */
  readonly modelMs: { readonly median: number; readonly sigma: number }
  /** The share of sessions that wait for a person, once. */
  readonly parks: number
  /** How long a person takes on average. */
  readonly personMs: number
}

export const usualWorkload: Workload = {
  peakFactor: 3,
  steps: { least: 5, most: 40 },
  modelMs: { median: 2000, sigma: 0.6 },
  parks: 0.1,
  personMs: 600_000,
}

export const dayMs = 86_400_000

export function meanSteps({ steps }: Workload): number {
  return (steps.least + steps.most) / 2
}

export function meanModelMs({ modelMs }: Workload): number {
  return modelMs.median * Math.exp(modelMs.sigma ** 2 / 2)
}
