/**
 * The nearest vectors by sqlite-vec, the same as by the scan.
 *
 * It computes in 32 bits: what it finds is scored again in 64. Vectors for which 32 bits are not enough are scored
 * beside them. Where its rounding could have left out one that belongs, it does not answer.
 */
import type { StatementSync } from 'node:sqlite'
import type { RankOptions } from '@gyre/core'
import { cosine } from '../cosine.ts'
import { candidateCounts, isCertain } from '../near-candidates.ts'
import { Ranking, type Scored } from '../ranking.ts'
import { bytesOf, isTame, vectorOf } from '../vector-bytes.ts'
import type { Connection } from './connection.ts'
import { conditions, filtered } from './knowledge-queries.ts'

type Candidate = { readonly place: number; readonly distance: number | null }
type Row = { readonly id: string; readonly vector: Uint8Array }
type Question = { readonly asked: Record<string, string | number | null>; readonly vector: Float32Array }

export class NearestByExtension {
  readonly #candidates: StatementSync
  readonly #filteredCandidates: StatementSync
  readonly #one: StatementSync
  readonly #wild: StatementSync

  constructor(connection: Connection) {
    const candidates = (join: string) =>
      connection.prepare(`
        SELECT v.cid AS place, vec_distance_cosine(v.vector, :vector) AS distance FROM chunk_vector v ${join}
        WHERE v.embedder = :embedder AND v.owner = :owner AND v.dimensions = :dimensions
          AND v.is_tame = 1
        ORDER BY distance LIMIT :count`)
    const joined = `CROSS JOIN chunk c ON c.cid = v.cid ${filtered}`
    this.#candidates = candidates('')
    this.#filteredCandidates = candidates(joined)
    this.#one = connection.prepare(`
      SELECT c.id, v.vector FROM chunk_vector v JOIN chunk c USING (cid) WHERE v.cid = ? AND v.embedder = ?`)
    this.#wild = connection.prepare(`
      SELECT c.id, v.vector FROM chunk_vector v INDEXED BY chunk_vector_wild ${joined}
      WHERE v.embedder = :embedder AND v.owner = :owner AND v.dimensions = :dimensions AND v.is_tame = 0`)
  }

  /** Undefined when it cannot say for sure. */
  rank(embedder: string, vector: Float32Array, options: RankOptions): readonly Scored[] | undefined {
    const question = { asked: { ...conditions(options), embedder, dimensions: vector.length }, vector }
    if (!isTame(vector)) return undefined
    for (const count of candidateCounts(options.limit)) {
      const found = this.#attempt(question, options, count)
      if (found) return found
    }
    return undefined
  }

  #attempt({ asked, vector }: Question, options: RankOptions, count: number): readonly Scored[] | undefined {
    const ranking = new Ranking(options.limit)
    const candidates = this.#nearby({ asked, vector }, options, count)
    const last = candidates.at(-1)
    for (const { place } of candidates) score(ranking, vector, this.#one.get(place, asked['embedder'] ?? null))
    for (const row of this.#wild.iterate(asked)) score(ranking, vector, row)
    const best = ranking.best()
    if (last === undefined || candidates.length < count) return best
    const answer = { best, limit: options.limit, distance: last.distance, dimensions: vector.length }
    return isCertain(answer) ? best : undefined
  }

  #nearby({ asked, vector }: Question, options: RankOptions, count: number): readonly Candidate[] {
    const query = { vector: bytesOf(vector), count }
    if (options.filter) return this.#filteredCandidates.all({ ...asked, ...query }) as Candidate[]
    const { owner = null, embedder = null, dimensions = null } = asked
    return this.#candidates.all({ owner, embedder, dimensions, ...query }) as Candidate[]
  }
}

function score(ranking: Ranking, vector: Float32Array, row: unknown): void {
  if (row === undefined) return
  const { id, vector: bytes } = row as Row
  ranking.add(id, cosine(vector, vectorOf(bytes)))
}
