/** The sources that somebody means by a path, a folder or an address. */
import { GyreError } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { sourcesOfAddress } from './source-address.ts'

/** All that are in the index; one that stands for none is an error, not an empty search. */
export async function sourcesOf(shelf: Shelf, wanted: readonly string[]): Promise<readonly string[]> {
  const { store, owner, canonicalUrl } = shelf
  const known = (await store.list(owner)).map(({ source }) => source)
  const found = wanted.flatMap((each) => {
    const spellings = sourcesOfAddress(each, canonicalUrl)
    const meant = known.filter((source) => spellings.some((spelling) => isAtOrBelow(source, spelling)))
    if (meant.length === 0) throw unknown(each, known.length)
    return meant
  })
  return [...new Set(found)]
}

function isAtOrBelow(source: string, place: string): boolean {
  return source === place || source.startsWith(place.endsWith('/') ? place : `${place}/`)
}

function unknown(source: string, count: number): GyreError {
  const message = `None of the ${count} documents in the index is from "${source}". Give a path, folder or address as a search shows it.`
  return new GyreError('document-unknown', message, { source })
}
