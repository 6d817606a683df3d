/** Steps that build on each other: one that goes wrong spoils the answer. */

export type Chain = {
  /** A step goes wrong. */
  readonly p: number
  readonly steps: number
}

/** `cot` with `p`, `direct` with `pDirect`: every step is right. */
export function chainSuccess({ p, steps }: Chain): number {
  return (1 - p) ** steps
}

/** `react` in one context that grows: each earlier step adds `lambda` to the chance of an error. */
export function growingChainSuccess({ p, steps, lambda }: Chain & { readonly lambda: number }): number {
  let success = 1
  for (let step = 0; step < steps; step += 1) success *= Math.min(1, Math.max(0, 1 - p - lambda * step))
  return success
}
