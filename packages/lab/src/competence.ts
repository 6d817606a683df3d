/** How good a simulated model is: the chance of each thing that can go wrong. */

export type Competence = {
  /** A step of a chain goes wrong. */
  readonly p: number
  /** A step goes wrong when no reasoning is written down. */
  readonly pDirect: number
  /** A reply is malformed. */
  readonly r: number
  /** A judge accepts what is right, and what is wrong. */
  readonly alpha: number
  readonly beta: number
  /** A fact is known without looking it up. */
  readonly g: number
  /** Facts are known and still not put together. */
  readonly kappa: number
  /** What each earlier step in the same context adds to `p`. */
  readonly lambda: number
  /** The share of tasks that stay wrong however often they are tried. */
  readonly rho: number
  /** A reflection that is right unlocks such a task. */
  readonly u: number
  /** A tool finds what it is asked for. */
  readonly s: number
  /** A plan foresees what is needed. */
  readonly pi: number
  /** A plan that did not is noticed. */
  readonly delta: number
  /** A wrong claim that was found out is put right; a right one that was suspected is spoilt. */
  readonly fix: number
  readonly spoil: number
}

/** Nothing goes wrong: the demo model. */
export const faultless: Competence = {
  p: 0,
  pDirect: 0,
  r: 0,
  alpha: 1,
  beta: 0,
  g: 1,
  kappa: 0,
  lambda: 0,
  rho: 0,
  u: 1,
  s: 1,
  pi: 1,
  delta: 1,
  fix: 1,
  spoil: 0,
}

export function competence(changes: Partial<Competence>): Competence {
  return { ...faultless, ...changes }
}
