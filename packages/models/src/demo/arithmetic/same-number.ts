/** Whether two numbers are the same but for how a computer rounds them. */
export function isSameNumber(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}
