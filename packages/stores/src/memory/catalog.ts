/** Versioned documents in memory. */
import type { Catalog, CatalogEntry, Json, NewCatalogEntry } from '@gyre/core'
import { refuseUnexpected, versionUnknown } from '../refusals.ts'

type Version = Omit<CatalogEntry, 'body' | 'current'> & { readonly text: string }
/** `last` is the number of the newest version there ever was: removed ones are not counted anew. */
type Document = { versions: Version[]; current: number; last: number }

export class MemoryCatalog implements Catalog {
  readonly #documents = new Map<string, Document>()

  async save(entry: NewCatalogEntry): Promise<CatalogEntry> {
    const { body, expected: _, ...rest } = entry
    const place = placeOf(entry.owner, entry.kind, entry.name)
    const document = this.#documents.get(place) ?? { versions: [], current: 0, last: 0 }
    refuseUnexpected(entry, shown(document, document.current)?.version)
    const version = document.last + 1
    document.versions.push({ ...rest, version, text: JSON.stringify(body) })
    document.current = version
    document.last = version
    this.#documents.set(place, document)
    return shown(document, version) as CatalogEntry
  }

  async get(owner: string, kind: string, name: string, version?: number): Promise<CatalogEntry | undefined> {
    const document = this.#documents.get(placeOf(owner, kind, name))
    return document && shown(document, version ?? document.current)
  }

  async list(owner: string, kind: string): Promise<readonly CatalogEntry[]> {
    return [...this.#documents.values()]
      .map((document) => shown(document, document.current))
      .filter((entry) => entry !== undefined)
      .filter((entry) => entry.owner === owner && entry.kind === kind)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async versions(owner: string, kind: string, name: string): Promise<readonly CatalogEntry[]> {
    const document = this.#documents.get(placeOf(owner, kind, name))
    if (document === undefined) return []
    return document.versions
      .map(({ version }) => shown(document, version))
      .filter((entry) => entry !== undefined)
      .reverse()
  }

  async promote(entry: Pick<CatalogEntry, 'owner' | 'kind' | 'name' | 'version'>): Promise<void> {
    const document = this.#documents.get(placeOf(entry.owner, entry.kind, entry.name))
    if (!document?.versions.some(({ version }) => version === entry.version)) throw versionUnknown(entry)
    document.current = entry.version
  }

  async remove(owner: string, kind: string, name: string): Promise<void> {
    const document = this.#documents.get(placeOf(owner, kind, name))
    if (document) document.versions = []
  }
}

/** One text for the three parts, whatever characters they hold. */
function placeOf(owner: string, kind: string, name: string): string {
  return JSON.stringify([owner, kind, name])
}

function shown(document: Document, version: number): CatalogEntry | undefined {
  const found = document.versions.find((each) => each.version === version)
  if (found === undefined) return undefined
  const { text, ...rest } = found
  return { ...rest, body: JSON.parse(text) as Json, current: version === document.current }
}
