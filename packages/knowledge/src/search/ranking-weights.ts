/** How much each ranking counts when they are fused, by the kind of embedder there is. */
import type { RankingName } from '../ports.ts'

/** `lexical` vectors compare words alone, `semantic` ones meanings. */
type EmbedderKind = 'lexical' | 'semantic'

/**
 * Measured for `lexical`, on both corpora of `test/retrieval`: vectors of words know little that words do not, so they
 * count half; made-up passages bring words that the question lacks, and count most. Nobody measured `semantic` yet.
 */
export const rankingWeights: Readonly<Record<EmbedderKind, Readonly<Record<RankingName, number>>>> = {
  lexical: { text: 1, vector: 0.5, hyde: 3 },
  semantic: { text: 1, vector: 1, hyde: 1 },
}

export function embedderKind(id: string): EmbedderKind {
  return id.startsWith('lexical/') ? 'lexical' : 'semantic'
}
