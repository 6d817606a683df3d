/** Removes documents by where they came from. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KnowledgeDocument } from '@gyre/core'
import { fillVectors } from '../embed/fill-vectors.ts'
import type { Shelf } from '../ports.ts'
import { defaultCanonicalUrl, isAddress } from './finding/find-entries.ts'
import { isBelow } from './finding/gone-documents.ts'
import type { IngestOptions } from './ingest-options.ts'
import { IngestRun } from './ingest-run.ts'

/** The sources that were removed, and those there are none of. */
export type RemovedSources = {
  /** Of the documents that are gone, sorted. */
  readonly removed: readonly string[]
  /** Given, but nothing came from there. */
  readonly unknown: readonly string[]
}

type Listed = Omit<KnowledgeDocument, 'text'>

export type RemoveOptions = Pick<IngestOptions, 'canonicalUrl'>

/**
 * A source is a path or an address, or a folder with all below it. A duplicate of what goes takes its place. Fails as
 * the embedder does when there is one; what is removed stays so.
 */
export async function removeSources(
  shelf: Shelf,
  sources: readonly string[],
  { canonicalUrl = shelf.canonicalUrl ?? defaultCanonicalUrl }: RemoveOptions = {},
): Promise<RemovedSources> {
  const documents = await shelf.store.list(shelf.owner)
  const removed = new Set<string>()
  const unknown: string[] = []
  for (const given of sources) {
    const names = namesOf(given, canonicalUrl)
    const meant = documents.filter(({ source }) => names.includes(source) || names.some((name) => isIn(source, name)))
    for (const { source } of meant) removed.add(source)
    if (meant.length === 0) unknown.push(given)
  }
  await removeFrom(shelf, documents, removed)
  return { removed: [...removed].sort(), unknown }
}

/** Removes the document of this id and no other; the same in all else. False when there is none. */
export async function removeDocument(shelf: Shelf, id: string): Promise<boolean> {
  const documents = await shelf.store.list(shelf.owner)
  const meant = documents.find((each) => each.id === id)
  if (meant) await removeFrom(shelf, documents, [meant.source])
  return meant !== undefined
}

async function removeFrom(shelf: Shelf, documents: readonly Listed[], sources: Iterable<string>): Promise<void> {
  const isWhole = await hasAllVectors(shelf)
  const run = new IngestRun(shelf, documents)
  for (const source of sources) run.remove(source)
  await run.settle()
  // Of an embedder whose vectors are not whole they are made when all are made anew.
  if ((await promotedChunks(run)) > 0 && isWhole) await fillVectors(shelf)
}

async function hasAllVectors({ store, embedder, owner }: Shelf): Promise<boolean> {
  return (await store.withoutVector(embedder.id, owner, 1)).length === 0
}

/** Of duplicates that take the place of what went. */
async function promotedChunks(run: IngestRun): Promise<number> {
  let chunks = 0
  for await (const item of run.lookAgain()) chunks += item.chunks ?? 0
  await run.settle()
  return chunks
}

/** The ways a source may be kept. */
function namesOf(given: string, canonicalUrl: (url: string) => string): readonly string[] {
  if (given.trim() === '') return []
  if (isAddress(given)) return URL.canParse(given) ? [given, defaultCanonicalUrl(given), canonicalUrl(given)] : [given]
  if (/^file:\/\//i.test(given)) return pathOf(given)
  return [given, resolve(given)]
}

function pathOf(address: string): readonly string[] {
  try {
    return [fileURLToPath(address)]
  } catch {
    return []
  }
}

/** Only files have folders: a page is not below another one. */
function isIn(source: string, name: string): boolean {
  return !isAddress(source) && isBelow(source, name)
}
