/** What sessions learned, in memory. */
import { type Json, type MemoryFilter, type MemoryRecord, type MemoryStore, queryWords } from '@gyre/core'
import { cosine } from '../cosine.ts'
import { Ranking } from '../ranking.ts'
import { TextIndex } from './text-index.ts'

/** `data` is kept as text, so that nobody's later change of an object reaches it. */
type Kept = Omit<MemoryRecord, 'data'> & { readonly data: string }
type ScoredMemory = MemoryRecord & { readonly score: number }

export class MemoryMemories implements MemoryStore {
  readonly #memories = new Map<string, Kept>()
  /** Ids, by what may be there only once. */
  readonly #keys = new Map<string, string>()
  readonly #texts = new TextIndex()

  async put(memory: MemoryRecord): Promise<MemoryRecord> {
    const place = placeOf(memory)
    const known = this.#memories.get(memory.id) ?? this.#memories.get(this.#keys.get(place) ?? memory.id)
    if (known) return shown(known)
    const kept: Kept = { ...memory, data: JSON.stringify(memory.data), vector: memory.vector?.slice() ?? null }
    this.#memories.set(memory.id, kept)
    this.#texts.add(memory.id, memory.text)
    this.#keys.set(place, memory.id)
    return shown(kept)
  }

  async get(id: string): Promise<MemoryRecord | undefined> {
    const memory = this.#memories.get(id)
    return memory && shown(memory)
  }

  async list(filter: MemoryFilter): Promise<readonly MemoryRecord[]> {
    return this.#newest(filter, () => true).map(shown)
  }

  async beginningWith(start: string, filter: MemoryFilter): Promise<readonly MemoryRecord[]> {
    return this.#newest(filter, ({ id }) => id.startsWith(start)).map(shown)
  }

  async withoutVector(embedder: string, filter: MemoryFilter): Promise<readonly string[]> {
    const lacks = (memory: Kept) => memory.embedder !== embedder || memory.vector === null
    return this.#newest(filter, lacks).map(({ id }) => id)
  }

  async edit(id: string, change: Pick<MemoryRecord, 'text' | 'embedder' | 'vector' | 'expiresAt'>): Promise<boolean> {
    const memory = this.#memories.get(id)
    if (memory === undefined) return false
    const { text, embedder, vector, expiresAt } = change
    this.#memories.set(id, { ...memory, text, embedder, expiresAt, vector: vector?.slice() ?? null })
    this.#texts.remove(id)
    this.#texts.add(id, text)
    return true
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#forget(id)
  }

  async removeExpired(now: number): Promise<number> {
    const expired = [...this.#memories.values()].filter((memory) => isExpired(memory, now))
    for (const { id } of expired) this.#forget(id)
    return expired.length
  }

  async rankByVector(embedder: string, vector: Float32Array, filter: MemoryFilter): Promise<readonly ScoredMemory[]> {
    const ranking = new Ranking(filter.limit)
    for (const memory of this.#memories.values()) {
      if (memory.embedder !== embedder || memory.vector?.length !== vector.length) continue
      if (passes(memory, filter)) ranking.add(memory.id, cosine(vector, memory.vector))
    }
    return this.#scored(ranking)
  }

  async rankByText(query: string, filter: MemoryFilter): Promise<readonly ScoredMemory[]> {
    const ranking = new Ranking(filter.limit)
    for (const [id, score] of this.#texts.scores(queryWords(query))) {
      const memory = this.#memories.get(id)
      if (memory && passes(memory, filter)) ranking.add(id, score)
    }
    return this.#scored(ranking)
  }

  #newest(filter: MemoryFilter, isMeant: (memory: Kept) => boolean): readonly Kept[] {
    return [...this.#memories.values()]
      .filter((memory) => passes(memory, filter) && isMeant(memory))
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
      .slice(0, Math.max(0, filter.limit ?? Number.POSITIVE_INFINITY))
  }

  #scored(ranking: Ranking): readonly ScoredMemory[] {
    return ranking.best().flatMap(({ id, score }) => {
      const memory = this.#memories.get(id)
      return memory ? [{ ...shown(memory), score }] : []
    })
  }

  #forget(id: string): void {
    const memory = this.#memories.get(id)
    if (memory === undefined) return
    this.#memories.delete(id)
    this.#texts.remove(id)
    this.#keys.delete(placeOf(memory))
  }
}

/** Where there can be only one memory: without a key, that is its own id. */
function placeOf({ id, owner, session, key }: Pick<MemoryRecord, 'id' | 'owner' | 'session' | 'key'>): string {
  return JSON.stringify(key === null ? [id] : [owner, session, key])
}

function passes(memory: Kept, filter: MemoryFilter): boolean {
  if (memory.owner !== filter.owner || isExpired(memory, filter.now)) return false
  return filter.kind === undefined || memory.kind === filter.kind
}

function isExpired({ expiresAt }: Kept, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

function shown(memory: Kept): MemoryRecord {
  return { ...memory, data: JSON.parse(memory.data) as Json, vector: memory.vector?.slice() ?? null }
}
