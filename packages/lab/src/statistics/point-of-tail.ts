/** Turns a tail around: where is what lies above just this share? */

/** Halvings until two neighbouring numbers are left. */
const halvings = 200

/** The point above which `tail` leaves `share`, of a tail that falls; it lies at `from` or above. */
export function pointOfTail(tail: (x: number) => number, share: number, from: number): number {
  let low = from
  let high = from + 1
  while (tail(high) > share) {
    low = high
    high = from + (high - from) * 2
  }
  for (let n = 0; n < halvings; n += 1) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (tail(middle) > share) low = middle
    else high = middle
  }
  return high
}
