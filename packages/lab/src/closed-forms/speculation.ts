/** `waves` with speculation: while a wave runs, the next one is guessed, and its calls begin as soon as they can. */

export type Speculation = {
  readonly planMs: number
  /** How long a guess takes. */
  readonly guessMs: number
  readonly toolMs: number
  readonly answerMs: number
  readonly waves: number
  /** The next wave is guessed right. */
  readonly hit: number
}

/**
 * The time of a session on average, when all times are fixed.
 *
 * Say a wave still takes t. The guess begins with it; the calls of the guess need its results, so they begin after
 * max(t, guess) and have ended after max(t, guess) + tool. The next wave begins after t + plan, whether it was guessed
 * or not: nothing of a guess is used but that its calls are under way. So it then takes
 *
 *     t' = max(t, guess) + tool - t - plan, at least 0 and at most tool
 *
 * with a hit, and the whole of tool without one. The first wave has nobody who could have guessed it.
 *
 * A guess that takes no time and calls as long as plans give 2 - hit where it was 2, a saving of hit / 2: the textbook's
 * 1 / (1 + hit) also skips the plan, which here is made each time, so that a wrong guess cannot be seen in what is done.
 */
export function speculationLatency(given: Speculation): number {
  const { planMs, toolMs, answerMs, waves, hit } = given
  let times = new Map([[toolMs, 1]])
  let latency = answerMs
  for (let wave = 1; wave <= waves; wave += 1) {
    const next = new Map<number, number>()
    const add = (time: number, chance: number) => next.set(time, (next.get(time) ?? 0) + chance)
    for (const [time, chance] of times) {
      latency += chance * (planMs + time)
      add(timeAfterHit(given, time), chance * hit)
      add(toolMs, chance * (1 - hit))
    }
    times = next
  }
  return latency
}

/** How long a wave takes that was guessed while one that took `time` ran. */
function timeAfterHit({ planMs, guessMs, toolMs }: Speculation, time: number): number {
  return Math.min(toolMs, Math.max(0, Math.max(time, guessMs) + toolMs - time - planMs))
}
