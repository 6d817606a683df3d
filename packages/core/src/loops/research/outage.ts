/** Searches that fail, round after round: then nothing is known of what there is to be found. */
import type { ResearchState } from './state.ts'

/** After so many rounds in a row in which every search failed the next would fail as well. */
const mostFailing = 2

type Searched = Pick<ResearchState, 'cycles' | 'results'>

/** The rounds in a row, the last one included, in which every search failed. */
export function outageIn({ cycles, results }: Searched): number {
  let rounds = 0
  for (let cycle = cycles; cycle > 0; cycle -= 1, rounds += 1) {
    const made = results.filter((each) => each.cycle === cycle)
    if (made.length === 0 || made.some(({ failure }) => failure === undefined)) break
  }
  return rounds
}

/** Why the research cannot go on, in a sentence; undefined while it can. */
export function whyNoSearches(state: Searched): string | undefined {
  const rounds = outageIn(state)
  if (rounds < mostFailing) return undefined
  return `Every search of the last ${rounds} cycles failed. The last one: ${state.results.at(-1)?.failure}`
}
