/** Finds the documents that are nearly alike without comparing every two. */
import { distance, type Fingerprint } from './simhash.ts'

export type Printed = Fingerprint & { readonly id: string; readonly source: string }

/** Two that differ in so few bits have one of their four quarters in common. */
const mostBits = 3
const quarters = [0, 4, 8, 12] as const

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

  /** The one that is most alike, of those the first by source; never itself. */
  like(document: Printed): Printed | undefined {
    const mostDiffering = document.isShort ? 0 : mostBits
    const near = new Set(keysOf(document).flatMap((key) => [...(this.#buckets.get(key) ?? [])]))
    near.delete(document.id)
    return [...near]
      .flatMap((id) => this.#documents.get(id) ?? [])
      .map((other) => ({ other, bits: distance(document.simhash, other.simhash) }))
      .filter(({ other, bits }) => bits <= mostDiffering && other.figures === document.figures)
      .sort((a, b) => a.bits - b.bits || (a.other.source < b.other.source ? -1 : 1))[0]?.other
  }
}

/** Short texts have keys of their own: they are only ever equal to short ones. */
function keysOf({ simhash, isShort }: Fingerprint): readonly string[] {
  if (isShort) return [`short ${simhash}`]
  return quarters.map((at) => `${at} ${simhash.slice(at, at + 4)}`)
}
