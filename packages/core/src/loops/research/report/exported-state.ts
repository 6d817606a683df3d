/** The state as plain data, for the details of a result. */
import type { Json } from '../../../json.ts'
import { encodeVector } from '../../../kernel/vector-text.ts'
import type { ResearchState } from '../state.ts'

export function exportedState(state: ResearchState): Json {
  const taken = new Set(state.chunks.map(({ id }) => id))
  const embeddings = [...state.chunkEmbeddings].filter(([id]) => taken.has(id))
  return {
    query: state.query,
    queryEmbedding: encodeVector(state.queryEmbedding),
    cycles: state.cycles,
    outline: state.outline,
    plan: state.plan as Json,
    critiqueHistory: state.critiqueHistory,
    informationGainHistory: state.informationGainHistory,
    lastCoverageVector: state.lastCoverageVector,
    results: state.results as Json,
    chunks: state.chunks as unknown as Json,
    chunkEmbeddings: Object.fromEntries(embeddings.map(([id, vector]) => [id, encodeVector(vector)])),
    // Texts are in the journal; passages, which are cited, are above.
    urlToSource: Object.fromEntries(
      [...state.urlToSource].map(([url, { text, ...source }]) => [url, { ...source, chars: text.length }]),
    ),
    queries: state.queries,
    latentTopics: state.latentTopics as unknown as Json,
    // What a model made up is not shown to anybody: only how much of it there was.
    hydeByTopic: Object.fromEntries([...state.hydeByTopic].map(([topic, passages]) => [topic, passages.length])),
    calibration: state.calibration as Json,
  }
}
