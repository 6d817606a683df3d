/** `critic`: claims of a draft are checked, and those found out are written anew. */

export type Check = {
  /** A wrong claim is found out. */
  readonly t1: number
  /** A right claim is suspected. */
  readonly t0: number
  /** A wrong claim that was found out is put right. */
  readonly fix: number
  /** A right claim that was suspected is spoilt. */
  readonly spoil: number
}

export type Sheet = Check & {
  /** A claim of the draft is wrong. */
  readonly p: number
  readonly claims: number
  readonly rounds: number
}

/** A claim is wrong after so many rounds, each of which checks all claims. */
export function claimError({ p, t1, t0, fix, spoil, rounds }: Omit<Sheet, 'claims'>): number {
  let wrong = p
  for (let round = 0; round < rounds; round += 1) wrong = wrong * (1 - t1 * fix) + (1 - wrong) * t0 * spoil
  return wrong
}

/** What `claimError` comes to in the end. Without any check it stays what it was: there is no such point. */
export function claimErrorInTheEnd({ t1, t0, fix, spoil }: Check): number {
  return (t0 * spoil) / (t0 * spoil + t1 * fix)
}

/** All claims are right when every round is made. */
export function sheetSuccess(sheet: Sheet): number {
  return (1 - claimError(sheet)) ** sheet.claims
}
