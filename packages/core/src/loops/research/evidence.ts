/** The passages that the author of a section is shown: the best, of many voices, and no more than can be read. */

import type { Config } from './config.ts'
import { bestTopicOf, relevanceOf } from './coverage.ts'
import type { Chunk, ResearchState, Topic } from './state.ts'

/** What the next passage of the same host is worth, as in coverage. */
const repeatedHost = 0.5

/** A passage is for the section it fits best, and for those that it fits nearly as well: others would only repeat it. */
const nearlyAsWell = 0.75

/** Best first; those of pinned sources that fit no topic go to the one they fit best. */
export function evidenceFor(
  state: ResearchState,
  topic: Topic,
  config: Pick<Config, 'evidencePerSection'>,
): readonly Chunk[] {
  const at = state.outline.findIndex(({ id }) => id === topic.id)
  const scored = state.chunks.map((chunk) => ({ chunk, worth: worthOf(state, chunk, at) }))
  const own = scored.filter(({ worth }) => worth.isOwn)
  // A section of borrowed passages is better than none.
  const fitting = own.length > 0 ? own : scored.filter(({ worth }) => worth.value > 0)
  return manyVoices(fitting, config.evidencePerSection)
}

type Worth = { readonly value: number; readonly isOwn: boolean }

function worthOf(state: ResearchState, chunk: Chunk, at: number): Worth {
  const relevance = relevanceOf(state, chunk)
  const value = relevance[at] ?? 0
  const isPinnedHere = chunk.foundFor === null && bestTopicOf(state, chunk) === at
  return { value, isOwn: isPinnedHere || (value > 0 && value >= nearlyAsWell * Math.max(...relevance)) }
}

/** The best first; each further passage of a host counts half as much. */
function manyVoices(
  fitting: readonly { readonly chunk: Chunk; readonly worth: Worth }[],
  most: number,
): readonly Chunk[] {
  const chosen: Chunk[] = []
  const left = new Set(fitting)
  while (chosen.length < most && left.size > 0) {
    const value = ({ chunk, worth }: (typeof fitting)[number]) =>
      worth.value * repeatedHost ** chosen.filter(({ host }) => host === chunk.host).length
    const best = [...left].reduce((one, other) => (value(other) > value(one) ? other : one))
    chosen.push(best.chunk)
    left.delete(best)
  }
  return chosen
}
