/**
 * The state of a research: all that is known of it after a phase, and nothing else.
 *
 * A phase takes a state and gives another one. None is ever changed, so whoever holds one can go back to it.
 */
import type { PlanStep } from '../../kernel/context.ts'
import type { Hypothetical } from '../../text/hypothetical.ts'
import type { Aspect } from './measure/aspects.ts'
import type { Calibration } from './measure/calibration.ts'
import type { LatentTopic } from './measure/latent-topics.ts'
import type { TopicEffort } from './measure/starvation.ts'
import type { PlanReply } from './schema.ts'

/** A topic of the outline: a section of the report to be. */
export type Topic = {
  /** `t1`, `t2`, in the order in which they came. */
  readonly id: string
  readonly title: string
  readonly subtopics: readonly string[]
  /** Who wanted it: the first outline, the planner of a round, or one that showed up in what was found. */
  readonly origin: 'outline' | 'planner' | 'latent'
}

/** A page or a document that was read. */
export type Source = {
  /** `s1`, `s2`, in the order in which they were read. */
  readonly id: string
  readonly url: string
  readonly title: string
  /** What counts as one voice: the host of a page, a document of the knowledge base. */
  readonly host: string
  readonly publishedAt?: string
  readonly isPinned: boolean
  /** As it was read: passages and quotations are held against it. */
  readonly text: string
  /** What a reader should know of it. */
  readonly remarks: readonly string[]
  /** The source that says the same, if there was one before it. */
  readonly sameAs?: string
}

/** A passage of a source. */
export type Chunk = {
  /** `c1`, `c2`, in the order in which they were cut: what authors cite. */
  readonly id: string
  readonly source: string
  readonly host: string
  /** Where it stands in the text of its source. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** The title of its source, and the headings above it. */
  readonly about: string
  /** The topic whose search found it; none for what was pinned. */
  readonly foundFor: string | null
}

/** A search that is to be made; `goal` is what is searched for. */
export type PlannedSearch = PlanStep & { readonly topic: string }

/** A search that was made. */
export type SearchResult = {
  readonly query: string
  readonly topic: string
  readonly cycle: number
  /** Addresses it gave, in their order, those that were known or not allowed included. */
  readonly urls: readonly string[]
  /** Pages that were read for it. */
  readonly read: number
  /** Why it gave nothing, when it failed. */
  readonly failure?: string
}

/** An address that gave nothing to work with. */
export type FailedSource = { readonly url: string; readonly reason: string }

/** What a round brought, for people and for the stop rule. */
export type Cycle = {
  readonly searches: number
  readonly pages: number
  readonly accepted: number
  readonly coverage: readonly number[]
  readonly total: number
  readonly gain: number
  readonly unseen: number
}

export type ResearchState = {
  readonly query: string
  readonly queryEmbedding: Float32Array
  readonly cycles: number
  readonly outline: readonly Topic[]
  /** What the planner last said; null before it did. */
  readonly plan: PlanReply | null
  readonly critiqueHistory: readonly string[]
  readonly informationGainHistory: readonly number[]
  /** In the order of the outline. */
  readonly lastCoverageVector: readonly number[]
  readonly results: readonly SearchResult[]
  /** Passages that were taken: all that may be cited. */
  readonly chunks: readonly Chunk[]
  readonly chunkEmbeddings: ReadonlyMap<string, Float32Array>
  readonly urlToSource: ReadonlyMap<string, Source>
  readonly queries: readonly string[]
  readonly latentTopics: readonly LatentTopic[]
  readonly hydeByTopic: ReadonlyMap<string, readonly Hypothetical[]>

  /** The searches of the round that is under way. */
  readonly planned: readonly PlannedSearch[]
  readonly topicVectors: ReadonlyMap<string, Float32Array>
  /** Who makes the vectors. */
  readonly embedder: string
  readonly queryVectors: ReadonlyMap<string, Float32Array>
  /** Thresholds for this embedder; none before there is anything to measure them by. */
  readonly calibration: Calibration | null
  /** Passages of pages that were read in this round, not looked at yet. */
  readonly fresh: readonly Chunk[]
  /** Passages that belong to a topic that had no room for them in their round: later ones may. */
  readonly spare: readonly Chunk[]
  /** Passages that belong to no topic, and may belong to one that nobody thought of. */
  readonly residual: readonly Chunk[]
  /** What passages that belong to a topic are about, and how often each was seen. */
  readonly aspects: readonly Aspect[]
  readonly effortByTopic: ReadonlyMap<string, TopicEffort>
  /** How often the planner was shown a latent topic, by its id. */
  readonly offered: ReadonlyMap<string, number>
  /** Passages that were cut so far: their ids go on from here. */
  readonly cutChunks: number
  readonly failed: readonly FailedSource[]
  readonly history: readonly Cycle[]
}

/** The sources by their ids. */
export function sourcesById(state: Pick<ResearchState, 'urlToSource'>): ReadonlyMap<string, Source> {
  return new Map([...state.urlToSource.values()].map((source) => [source.id, source]))
}
