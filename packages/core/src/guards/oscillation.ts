/** Decisions that go back and forth. */

/** Whether the last decisions are two that alternate: A, B, A, B. */
export function isOscillating(decisions: readonly string[], swings = 2): boolean {
  const needed = swings * 2
  if (swings < 1 || decisions.length < needed) return false
  const last = decisions.slice(-needed)
  const [first, second] = last
  return first !== second && last.every((decision, index) => decision === (index % 2 === 0 ? first : second))
}
