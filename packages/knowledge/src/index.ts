/** What loops know and remember: documents in an index, a graph of them, and memories of sessions. */
export { bundledOwner, bundledRemark, bundledShelf } from './corpus/bundled-shelf.ts'
export type { FillOptions } from './embed/fill-vectors.ts'
export { type ReembedReport, reembed } from './embed/reembed.ts'
export { type BuildGraphOptions, type BuiltGraph, buildGraph } from './graph/build-graph.ts'
export type { EdgeReader } from './graph/chunk-edge.ts'
export { type ModelReaderOptions, modelReader } from './graph/extract-model.ts'
export { rulesReader } from './graph/extract-rules.ts'
export { type GraphContext, type GraphContextOptions, graphContext } from './graph/graph-context.ts'
export type { GraphFact, GraphReference } from './graph/graph-fact.ts'
export { mostFacts, mostHops } from './graph/graph-limits.ts'
export { preparedContext } from './graph/prepared-context.ts'
export { type AddTextOptions, addText, type GivenText } from './ingest/add-text.ts'
export { likeOf } from './ingest/document-data.ts'
export { ingest } from './ingest/ingest.ts'
export type { IngestOptions } from './ingest/ingest-options.ts'
export type { IngestEvent, IngestItem, IngestReport, IngestStatus } from './ingest/ingest-report.ts'
export { type RemovedSources, removeDocument, removeSources } from './ingest/remove-sources.ts'
export {
  addNote,
  editMemory,
  findMemories,
  forgetExpired,
  getMemory,
  listMemories,
  type MemoryChange,
  removeMemories,
} from './memory/manage.ts'
export type { MemoryShelf, OwnShelf } from './memory/memory-shelf.ts'
export { reembedMemories } from './memory/reembed-memories.ts'
export { sessionMemory } from './memory/session-memory.ts'
export type {
  AskModel,
  AskOptions,
  FetchDocument,
  Found,
  RankingName,
  RawDocument,
  ReadDocument,
  ReadText,
  SearchOptions,
  Shelf,
  ShelfOf,
  Snippet,
} from './ports.ts'
export { imagine } from './search/hyde.ts'
export { search } from './search/search.ts'
export { timeOf } from './time-of.ts'
export { storedDocument } from './toolbox/stored-document.ts'
