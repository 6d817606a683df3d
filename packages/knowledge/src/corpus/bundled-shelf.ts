/** The documents that come with Gyre: an invented archipelago, to try loops on. They are read in when first needed. */
import { readFile } from 'node:fs/promises'
import { GyreError, type KnowledgeStore } from '@gyre/core'
import { hashedEmbedder } from '../embed/hashed-embedder.ts'
import { reembed } from '../embed/reembed.ts'
import { buildGraph } from '../graph/build-graph.ts'
import { ingest } from '../ingest/ingest.ts'
import type { FetchDocument, Shelf } from '../ports.ts'

/** Of nobody: they never show up among one's own documents. */
export const bundledOwner = 'demo'

/** Said above all that is found in them: a model takes what it reads for true. */
export const bundledRemark = 'From the bundled sample documents, which are invented.'

const isSource = import.meta.url.endsWith('.ts')
const folder = new URL(isSource ? '../../corpus/' : '../corpus/', import.meta.url)

/** They all are as old: of an invention no day is the right one. */
const writtenAt = Date.UTC(2026, 0, 1)

/** Brings them up to date and makes their vectors and relations; without a network and without a model. */
export async function bundledShelf(store: KnowledgeStore): Promise<Shelf> {
  const shelf: Shelf = {
    store,
    embedder: hashedEmbedder(),
    owner: bundledOwner,
    clock: { now: () => writtenAt },
    remark: bundledRemark,
  }
  const files = await filesByAddress()
  // Vectors of an earlier version are in the way of all others.
  await reembed(shelf)
  await ingest(shelf, [...files.keys()], { read: refuse, fetch: fromFolder(files) })
  await buildGraph(shelf)
  return shelf
}

/** Addresses of a domain that cannot exist, so that no one takes them for pages of the web. */
async function filesByAddress(): Promise<ReadonlyMap<string, string>> {
  const addresses = JSON.parse(await readFile(new URL('addresses.json', folder), 'utf8')) as Record<string, string>
  return new Map(Object.entries(addresses).map(([file, address]) => [address, file]))
}

function fromFolder(files: ReadonlyMap<string, string>): FetchDocument {
  return async (url) => {
    const bytes = await readFile(new URL(files.get(url) ?? '', folder))
    return { bytes, contentType: 'text/markdown; charset=utf-8', url }
  }
}

/** All of them are plain Markdown. */
async function refuse(): Promise<never> {
  throw new GyreError('document-refused', 'The bundled documents hold neither HTML nor PDF.')
}
