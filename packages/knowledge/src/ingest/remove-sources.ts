/** Removes documents by where they came from. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Shelf } from '../ports.ts'
import { defaultCanonicalUrl, isAddress } from './find-entries.ts'
import { isBelow } from './gone-documents.ts'

export type RemovedSources = {
  /** Of the documents that are gone, sorted. */
  readonly removed: readonly string[]
  /** Given, but nothing came from there. */
  readonly unknown: readonly string[]
}

/** A source is a path or an address, or a folder with all below it. */
export async function removeSources(shelf: Shelf, sources: readonly string[]): Promise<RemovedSources> {
  const documents = await shelf.store.list(shelf.owner)
  const removed = new Map<string, string>()
  const unknown: string[] = []
  for (const given of sources) {
    const names = namesOf(given)
    const meant = documents.filter(({ source }) => names.includes(source) || names.some((name) => isIn(source, name)))
    for (const { id, source } of meant) removed.set(id, source)
    if (meant.length === 0) unknown.push(given)
  }
  await shelf.store.remove([...removed.keys()])
  return { removed: [...removed.values()].sort(), unknown }
}

/** The ways a source may be kept. */
function namesOf(given: string): readonly string[] {
  if (given.trim() === '') return []
  if (isAddress(given)) return URL.canParse(given) ? [given, defaultCanonicalUrl(given)] : [given]
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
