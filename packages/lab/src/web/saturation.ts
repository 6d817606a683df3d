/** When a research had found all that it was going to find. */
import type { ResearchDetails } from '@gyre/core'
import { takenPassages } from './taken-passages.ts'
import { tells } from './web-facts.ts'
import type { WebWorld } from './web-world.ts'

/** The rounds after the last one that brought a fact. */
export function roundsAfterSaturation(
  { facts }: Pick<WebWorld, 'facts'>,
  details: Pick<ResearchDetails, 'history' | 'state'>,
): number {
  const { history } = details
  const passages = takenPassages(details)
  const known = new Set<number>()
  let taken = 0
  let last = 0
  for (const [round, { accepted }] of history.entries()) {
    const before = known.size
    for (const { text } of passages.slice(taken, taken + accepted)) {
      for (const [at, fact] of facts.entries()) if (tells(text, fact)) known.add(at)
    }
    taken += accepted
    if (known.size > before) last = round + 1
  }
  return history.length - last
}
