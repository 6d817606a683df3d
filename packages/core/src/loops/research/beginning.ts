/** The state before anything is known, and the end where nothing can be. */
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult, Task } from '../../kernel/loop.ts'
import type { Config } from './config.ts'
import type { ResearchState } from './state.ts'
import { embedTexts, queryOf } from './work.ts'

export function emptyState(task: Task): ResearchState {
  return {
    query: queryOf(task),
    queryEmbedding: new Float32Array(),
    cycles: 0,
    outline: [],
    plan: null,
    critiqueHistory: [],
    informationGainHistory: [],
    lastCoverageVector: [],
    results: [],
    chunks: [],
    chunkEmbeddings: new Map(),
    urlToSource: new Map(),
    queries: [],
    latentTopics: [],
    hydeByTopic: new Map(),
    planned: [],
    embedder: '',
    topicVectors: new Map(),
    queryVectors: new Map(),
    calibration: null,
    fresh: [],
    spare: [],
    residual: [],
    aspects: [],
    effortByTopic: new Map(),
    offered: new Map(),
    cutChunks: 0,
    failed: [],
    history: [],
  }
}

/** Without an embedder nothing can be measured: that is told before anything is searched for. */
export async function withQuery(ctx: LoopContext, state: ResearchState): Promise<ResearchState> {
  const { vectors, embedder } = await embedTexts(ctx, [state.query], 'query')
  return { ...state, embedder, queryEmbedding: vectors[0] ?? state.queryEmbedding }
}

/** There is nowhere to look: nothing is asked. */
export function withoutPlaces(ctx: LoopContext, sources: Config['sources']): LoopResult {
  const offered = ctx.tools.map(({ name }) => `\`${name}\``).join(', ') || 'none'
  const needed = sources === 'knowledge' ? '`knowledge.search` and `knowledge.read`' : '`web.search` and `web.fetch`'
  const gap = `There is nowhere to look. The session has: ${offered}. Research needs ${needed}; \`sources\` says where it looks.`
  ctx.note('gap', { gap })
  return { answer: null, outcome: 'stuck:no-tools', gap, details: { stop: 'no-tools' } }
}
