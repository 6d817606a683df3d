/** The documents that `--source` means: by a pattern, a path, a folder or an address. */
import { sep } from 'node:path'
import { GyreError, matchesGlob } from '@gyre/core'
import type { Shelf } from '@gyre/knowledge'
import { sourceArgument } from '../arguments/source-argument.ts'
import { shownSource } from './shown-source.ts'

/** Undefined when nothing is given; one that no document fits is an error, not an empty search. */
export async function meantSources(
  { store, owner, canonicalUrl }: Shelf,
  given: readonly string[],
  cwd: string,
): Promise<readonly string[] | undefined> {
  if (given.length === 0) return undefined
  const all = (await store.list(owner)).map(({ source }) => source)
  const meant = given.flatMap((each) => {
    const place = sourceArgument(each, cwd)
    const places = isAddress(place) ? [place, canonicalUrl?.(place) ?? place] : [place]
    const fits = (source: string) =>
      [source, shownSource(source, cwd)].some((name) => matchesGlob(each, name)) ||
      places.some((one) => matchesGlob(one, source) || isAtOrBelow(source, one))
    const found = all.filter(fits)
    if (found.length > 0) return found
    throw new GyreError('document-unknown', `No document fits \`--source ${each}\`.`, { source: each })
  })
  return [...new Set(meant)]
}

function isAtOrBelow(source: string, place: string): boolean {
  const end = isAddress(place) ? '/' : sep
  return source === place || source.startsWith(place.endsWith(end) ? place : `${place}${end}`)
}

function isAddress(place: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(place) && URL.canParse(place)
}
