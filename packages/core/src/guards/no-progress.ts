/** Scores that stopped getting better. */

/** Whether none of the last `window` scores beats the best one before them by more than `margin`. */
export function isWithoutProgress(scores: readonly number[], window: number, margin = 0): boolean {
  if (window < 1 || scores.length <= window) return false
  const best = Math.max(...scores.slice(0, -window))
  return scores.slice(-window).every((score) => score <= best + margin)
}
