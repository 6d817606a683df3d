/** `critic`: claims of a draft are checked, and those found out are written anew. */
import { binomialAt } from '../statistics/binomial.ts'

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

/**
 * The same when a round that suspects no claim ends the work, as `critic` does, and the calls: the draft, a critique each
 * round, and a revision where there is something to revise. Claims then no longer go their own ways, so their number of
 * wrong ones is followed.
 */
export function verifiedSheet(sheet: Sheet): { readonly success: number; readonly calls: number } {
  const { claims, p, rounds } = sheet
  let open = Array.from({ length: claims + 1 }, (_, wrong) => binomialAt(wrong, claims, p))
  let success = 0
  let calls = 1
  for (let round = 0; round < rounds; round += 1) {
    calls += open.reduce((sum, chance) => sum + chance, 0)
    success += (open[0] ?? 0) * (1 - sheet.t0) ** claims
    open = revised(open, sheet)
    calls += open.reduce((sum, chance) => sum + chance, 0)
  }
  return { success: success + (open[0] ?? 0), calls }
}

/** How many claims are wrong after a round that suspected at least one. */
function revised(open: readonly number[], { t1, t0, fix, spoil, claims }: Sheet): number[] {
  const next = open.map(() => 0)
  for (const [wrong, chance] of open.entries()) {
    for (let fixed = 0; fixed <= wrong; fixed += 1) {
      for (let spoilt = 0; spoilt <= claims - wrong; spoilt += 1) {
        const after = wrong - fixed + spoilt
        const way = binomialAt(fixed, wrong, t1 * fix) * binomialAt(spoilt, claims - wrong, t0 * spoil)
        next[after] = (next[after] ?? 0) + chance * way
      }
    }
    // Those of which none was suspected did not come this far.
    next[wrong] = (next[wrong] ?? 0) - chance * (1 - t1) ** wrong * (1 - t0) ** (claims - wrong)
  }
  return next
}
