/** Finds the documents that may be nearly alike without comparing every two. */
import { distance, type Fingerprint } from './simhash.ts'

export type Printed = Fingerprint & { readonly id: string; readonly source: string }

/** Two that differ in so few bits have one of their four quarters in common. */
const mostBits = 3
const quarters = [0, 4, 8, 12] as const
/** Their texts are read and compared: of a thousand forms on one template not every two. */
const mostCandidates = 8

export class NearDuplicates {
  readonly #documents = new Map<string, Printed>()
  /** Ids by a quarter of the fingerprint and where it is. */
  readonly #buckets = new Map<string, Set<string>>()

  add(document: Printed): void {
    this.remove(document.id)
    this.#documents.set(document.id, document)
    for (const key of keysOf(document)) {
      const bucket = this.#buckets.get(key) ?? new Set()
      this.#buckets.set(key, bucket.add(document.id))
    }
  }

  remove(id: string): void {
    const document = this.#documents.get(id)
    if (document === undefined) return
    this.#documents.delete(id)
    for (const key of keysOf(document)) {
      const bucket = this.#buckets.get(key)
      bucket?.delete(id)
      if (bucket?.size === 0) this.#buckets.delete(key)
    }
  }

  /** Those that may be like it, most alike first, then by source; never itself. */
  candidates(document: Printed): readonly Printed[] {
    const near = new Set(keysOf(document).flatMap((key) => [...(this.#buckets.get(key) ?? [])]))
    near.delete(document.id)
    return [...near]
      .flatMap((id) => this.#documents.get(id) ?? [])
      .map((other) => ({ other, bits: document.isExact ? 0 : distance(document.print, other.print) }))
      .filter(({ other, bits }) => bits <= mostBits && other.figures === document.figures)
      .sort((a, b) => a.bits - b.bits || (a.other.source < b.other.source ? -1 : 1))
      .slice(0, mostCandidates)
      .map(({ other }) => other)
  }
}

/** Exact ones have keys of their own: they are only ever equal. */
function keysOf({ print, isExact }: Fingerprint): readonly string[] {
  if (isExact) return [`exact ${print}`]
  return quarters.map((at) => `${at} ${print.slice(at, at + 4)}`)
}
