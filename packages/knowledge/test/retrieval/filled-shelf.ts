/** A shelf with the documents of a corpus, read in as a user's are. */
import type { KnowledgeStore } from '@gyre/core'
import { hashedEmbedder } from '../../src/embed/hashed-embedder.ts'
import { buildGraph } from '../../src/graph/build-graph.ts'
import { ingest } from '../../src/ingest/ingest.ts'
import type { FetchDocument, ReadDocument, Shelf } from '../../src/ports.ts'
import type { Corpus } from './corpora.ts'

/** Ids are made from sources and decide between equals, so sources are the same in every run: no folder's name is in them. */
const site = 'https://corpus.test/'

const read: ReadDocument = async () => {
  throw new Error('Markdown is read without help.')
}

type Filling = Pick<Corpus, 'documents'> & Partial<Pick<Corpus, 'hasGraph'>>

export async function filledShelf(store: KnowledgeStore, { documents, hasGraph }: Filling): Promise<Shelf> {
  const shelf: Shelf = { store, embedder: hashedEmbedder(), owner: 'measured', clock: { now: () => 0 } }
  const texts = new Map(documents.map(({ name, text }) => [site + name, text]))
  const fetch: FetchDocument = async (url) => {
    return { bytes: new TextEncoder().encode(texts.get(url)), contentType: 'text/markdown; charset=utf-8', url }
  }
  await ingest(shelf, [...texts.keys()], { read, fetch })
  const kept = (await store.overview(shelf.owner)).documents
  if (kept !== documents.length) throw new Error(`Of ${documents.length} documents ${kept} are in the index.`)
  if (hasGraph) await buildGraph(shelf)
  return shelf
}
