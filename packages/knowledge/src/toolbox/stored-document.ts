/** A document of the index by its id, its source or its address. */
import type { KnowledgeDocument } from '@gyre/core'
import { documentId } from '../document-id.ts'
import type { Shelf } from '../ports.ts'
import { sourcesOfAddress } from './source-address.ts'

/** By ids alone: a list of all documents would be read for every address that is not among them. */
export async function storedDocument(shelf: Shelf, wanted: string): Promise<KnowledgeDocument | undefined> {
  const { store, owner, canonicalUrl } = shelf
  for (const id of [wanted, ...sourcesOfAddress(wanted, canonicalUrl).map((source) => documentId(owner, source))]) {
    const document = await store.get(id)
    if (document?.owner === owner) return document
  }
  return undefined
}
