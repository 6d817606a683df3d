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
  /** A plan of calls refers to results that are not there yet, where the tools allow that: it is made at once. */
  readonly ahead: number
  /** The next wave of calls is guessed right. */
  readonly guess: number
  /** A wrong claim that was found out is put right; a right one that was suspected is spoilt. */
  readonly fix: number
  readonly spoil: number
  /** A line that is copied comes out wrong. */
  readonly slip: number
  /** A judge reads an answer exactly: it sees for certain whether it is right. Thoughts on the way are never read so. */
  readonly check: number
  /** How many times as likely a move is that can still win, in a game. */
  readonly w: number
  /** How many different wrong results a step may have: with one, all who err say the same. */
  readonly wrongAnswers: number
  /** A sentence of a report gets a citation that does not exist; a number in it is made up. */
  readonly inventCitation: number
  readonly inventNumber: number
  /** After it comes a quotation that nobody said; a sentence, without names and numbers, that its source does not say. */
  readonly inventQuote: number
  readonly unsupported: number
  /** A sentence of a report that did not stand is put right. */
  readonly mend: number
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
  ahead: 1,
  guess: 1,
  fix: 1,
  spoil: 0,
  slip: 0,
  check: 1,
  w: Number.POSITIVE_INFINITY,
  wrongAnswers: 20,
  inventCitation: 0,
  inventNumber: 0,
  inventQuote: 0,
  unsupported: 0,
  mend: 1,
}

/** A model that is faultless but for these chances. */
export function competence(changes: Partial<Competence>): Competence {
  return { ...faultless, ...changes }
}
