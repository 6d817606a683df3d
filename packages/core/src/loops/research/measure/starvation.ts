/** Topics that searches find nothing more for, so that others get their turn. */

export type TopicEffort = {
  /** All that were aimed at the topic. */
  readonly searches: number
  /** Those since its coverage last rose. */
  readonly fruitless: number
  readonly isExhausted: boolean
}

/** After so many a topic is given up. */
const mostFruitless = 2

export const freshEffort: TopicEffort = { searches: 0, fruitless: 0, isExhausted: false }

/** After a cycle of so many searches for it, that raised its coverage by `gained`. Less than `epsilon` is no rise. */
export function afterCycle(
  effort: TopicEffort,
  { searches, gained, epsilon }: { readonly searches: number; readonly gained: number; readonly epsilon: number },
): TopicEffort {
  const hasRisen = gained >= epsilon
  // Searches for another topic may find what this one lacks: then it is worth searching for again.
  const fruitless = hasRisen ? 0 : effort.fruitless + searches
  return { searches: effort.searches + searches, fruitless, isExhausted: fruitless >= mostFruitless }
}
