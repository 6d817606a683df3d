/** Named documents of one kind and one owner, with every version they had. */
import { GyreError } from '../errors.ts'
import { canonicalJson, type Json } from '../json.ts'
import type { Catalog, CatalogEntry, NewCatalogEntry } from '../ports/store.ts'

/** Where documents are kept, for whom, and the clock their versions are dated by. */
export type Shelf = { readonly catalog: Catalog; readonly owner: string; readonly now: () => number }

/** One version of a document. */
export type DocumentVersion<T extends Json> = Pick<CatalogEntry, 'name' | 'version' | 'at' | 'current'> & {
  readonly body: T
}

/** The version that was read before: another than this is not saved over. Null where none was there. */
export type ExpectedVersion = NewCatalogEntry['expected']

/**
 * Documents of one kind and one owner by name, with all their versions. Personas, prompts, rollouts and settings are
 * such.
 */
export class Documents<T extends Json> {
  readonly #shelf: Shelf
  readonly #kind: string

  constructor(shelf: Shelf, kind: string) {
    this.#shelf = shelf
    this.#kind = kind
  }

  /**
   * Saves a new version and makes it the current one. A body equal to the current one makes none. Fails with
   * `version-conflict` when another version than the expected one is current.
   */
  async save(name: string, body: T, expected?: ExpectedVersion): Promise<DocumentVersion<T>> {
    const { catalog, owner, now } = this.#shelf
    const current = await this.get(name)
    const isExpected = expected === undefined || expected === (current?.version ?? null)
    if (current && isExpected && canonicalJson(current.body) === canonicalJson(body)) return current
    return versionOf(await catalog.save({ owner, kind: this.#kind, name, body, at: now(), expected }))
  }

  /** One version, or the current one; undefined when it is not there. */
  async get(name: string, version?: number): Promise<DocumentVersion<T> | undefined> {
    const { catalog, owner } = this.#shelf
    const entry = await catalog.get(owner, this.#kind, name, version)
    return entry && versionOf(entry)
  }

  /** The current version of every document, by name. */
  async list(): Promise<readonly DocumentVersion<T>[]> {
    const { catalog, owner } = this.#shelf
    return (await catalog.list(owner, this.#kind)).map((entry) => versionOf<T>(entry))
  }

  /** Every version of a document, newest first. */
  async versions(name: string): Promise<readonly DocumentVersion<T>[]> {
    const { catalog, owner } = this.#shelf
    return (await catalog.versions(owner, this.#kind, name)).map((entry) => versionOf<T>(entry))
  }

  /** Makes another version the current one. */
  async promote(name: string, version: number): Promise<DocumentVersion<T>> {
    const { catalog, owner } = this.#shelf
    const versions = await this.versions(name)
    const chosen = versions.find((each) => each.version === version)
    if (!chosen) throw this.versionUnknown(name, `has no version ${version}`, versions)
    await catalog.promote({ owner, kind: this.#kind, name, version })
    return { ...chosen, current: true }
  }

  /** Makes the version before the current one the current one. */
  async rollBack(name: string): Promise<DocumentVersion<T>> {
    const versions = await this.versions(name)
    const current = versions.findIndex((each) => each.current)
    const before = versions[current + 1]
    if (before) return this.promote(name, before.version)
    throw this.versionUnknown(name, 'has no version before the current one', versions)
  }

  async remove(name: string): Promise<void> {
    const { catalog, owner } = this.#shelf
    await catalog.remove(owner, this.#kind, name)
  }

  versionUnknown(name: string, what: string, versions: readonly DocumentVersion<T>[]): GyreError {
    const known = versions.map(({ version }) => version)
    const message = `The ${this.#kind} \`${name}\` ${what}: ${versionsThere(versions)}.`
    return new GyreError('version-unknown', message, { name, known })
  }
}

/** `there are 3 (current), 2, 1`. */
export function versionsThere(versions: readonly { readonly version: number; readonly current: boolean }[]): string {
  const shown = versions.map(({ version, current }) => `${version}${current ? ' (current)' : ''}`)
  if (shown.length === 0) return 'no version of it was saved'
  return shown.length === 1 ? `there is only version ${versions[0]?.version}` : `there are ${shown.join(', ')}`
}

function versionOf<T extends Json>({ name, version, at, current, body }: CatalogEntry): DocumentVersion<T> {
  return { name, version, at, current, body: body as T }
}
