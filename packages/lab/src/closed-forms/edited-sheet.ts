/** `critic` as it works: a round that changes nothing is the last. */
import { binomialAt } from '../statistics/binomial.ts'
import type { Sheet } from './claim-sheet.ts'

/**
 * All claims are right in the end, and how many calls that took.
 *
 * The textbook makes every round. The loop ends when no claim is suspected, and also when the evidence led to no change: a
 * wrong claim is put right with t1 · fix, a right one spoilt with t0 · spoil, and without either the text stands. Claims do
 * not go their own ways then, so the number of wrong ones is followed. A critique that suspects nothing saves the revision.
 */
export function editedSheet(sheet: Sheet): { readonly success: number; readonly calls: number } {
  const { p, claims, rounds } = sheet
  let [success, calls] = [0, 1]
  for (let wrong = 0; wrong <= claims; wrong += 1) {
    const chance = binomialAt(wrong, claims, p)
    const after = rest(sheet, wrong, rounds)
    success += chance * after.success
    calls += chance * after.calls
  }
  return { success, calls }
}

/** What is still to come with so many wrong claims and so many rounds. */
function rest(sheet: Sheet, wrong: number, rounds: number): { readonly success: number; readonly calls: number } {
  if (rounds === 0) return { success: wrong === 0 ? 1 : 0, calls: 0 }
  const { claims, t1, t0, fix, spoil } = sheet
  const verified = (1 - t1) ** wrong * (1 - t0) ** (claims - wrong)
  let [success, calls] = [0, 2 - verified]
  for (let fixed = 0; fixed <= wrong; fixed += 1) {
    for (let spoilt = 0; spoilt <= claims - wrong; spoilt += 1) {
      const way = binomialAt(fixed, wrong, t1 * fix) * binomialAt(spoilt, claims - wrong, t0 * spoil)
      const after = rest(sheet, wrong - fixed + spoilt, fixed + spoilt === 0 ? 0 : rounds - 1)
      success += way * after.success
      calls += way * after.calls
    }
  }
  return { success, calls }
}
