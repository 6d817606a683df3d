/** The documents of one owner, for those who come over HTTP: they give texts, and nothing is read or fetched for them. */
import { GyreError, type Json, type JsonObject, type KnowledgeDocument } from '@gyre/core'
import {
  addText,
  buildGraph,
  bundledOwner,
  type Found,
  preparedContext,
  removeDocument,
  type Shelf,
  search,
} from '@gyre/knowledge'
import type { FoundPassage, KnowledgeDesk, ShownDocument } from '@gyre/server'
import { readPage } from '@gyre/tools'
import { embedderFault, requireEmbedder } from '../wiring/embedder.ts'
import type { KnowledgeRoom } from '../wiring/knowledge-room.ts'
import { inTurn } from './in-turn.ts'

/** What one search gives at most. */
const mostPassages = 100
/** So many passages are read for names while somebody waits. */
const mostReadAtOnce = 2_000

/** Whoever has no documents searches the bundled ones; listed, changed and removed are one's own alone. */
export function knowledgeDesk(room: KnowledgeRoom): KnowledgeDesk {
  const { own, redacted } = room
  // Each looks at all documents for copies: two at once would miss one another.
  const changing = inTurn()
  return {
    overview: () => overviewOf(own),
    list: () => listOf(own),
    get: async (id) => {
      const { owner } = await room.stored()
      const document = await found({ ...own, owner }, id)
      return { ...(await shown(own, document)), text: document.text }
    },
    add: ({ source, text, mediaType }) =>
      changing(async () => {
        requireEmbedder(own.embedder)
        const given = { source: redacted(source), text: redacted(text), ...(mediaType !== undefined && { mediaType }) }
        const id = await addText(own, given, { read: readPage })
        return shown(own, await found(own, id))
      }),
    remove: (id) =>
      changing(async () => {
        if (!(await removeDocument(own, id))) throw unknown(id)
      }),
    search: async (query, { limit }) => {
      const shelf = await room.searched()
      requireEmbedder(shelf.embedder)
      const passages = (await search(shelf, query, { limit: Math.min(limit, mostPassages) })).map(passageOf)
      const { remark } = shelf
      return remark === undefined ? passages : passages.map((each) => ({ ...each, remark }))
    },
    graph: async ({ name, limit }) => {
      const shelf = await room.searched()
      return name === undefined ? namesIn(shelf, limit) : linkedWith(shelf, name, limit)
    },
  }
}

async function overviewOf({ store, owner, embedder }: Shelf): Promise<JsonObject> {
  return {
    ...(await store.overview(owner)),
    embedder: embedder.id,
    fault: embedderFault(embedder)?.message ?? null,
    demo: await store.overview(bundledOwner),
  }
}

async function listOf(shelf: Shelf): Promise<readonly ShownDocument[]> {
  const documents: ShownDocument[] = []
  for (const document of await shelf.store.list(shelf.owner)) documents.push(await shown(shelf, document))
  return documents
}

async function found({ store, owner }: Shelf, id: string): Promise<KnowledgeDocument> {
  const document = await store.get(id)
  if (document?.owner === owner) return document
  throw unknown(id)
}

async function shown({ store }: Shelf, document: Omit<KnowledgeDocument, 'text'>): Promise<ShownDocument> {
  const { id, source, title, mediaType, at } = document
  const chunks = (await store.chunksOf(id)).length
  return { id, source, title, mediaType, chunks, at: new Date(at).toISOString() }
}

function passageOf({ chunk, score }: Found): FoundPassage {
  const { document, source, title, text, start, end } = chunk
  return { document, source, title, text, start, end, score }
}

/** What nobody has read yet is read when it is little. */
async function namesIn(shelf: Shelf, limit: number): Promise<Json> {
  const { store, owner } = shelf
  const unread = await store.withoutEdges(null, owner, mostReadAtOnce + 1)
  if (unread.length > 0 && unread.length <= mostReadAtOnce) await buildGraph(shelf)
  return { names: await store.names(owner, limit) }
}

async function linkedWith(shelf: Shelf, name: string, limit: number): Promise<Json> {
  const { names, facts, references } = await preparedContext(shelf, name, { limit })
  return { names, facts, references }
}

function unknown(id: string): GyreError {
  return new GyreError('document-unknown', `There is no document \`${id}\`.`, { id })
}
