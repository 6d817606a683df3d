/**
 * The nearest vectors, exactly: by pgvector where it can tell for sure, else by a scan.
 *
 * pgvector computes in 32 bits: what it finds is scored again in 64. Vectors it does not have, for which 32 bits are
 * not enough or that were not filled in yet, are scanned beside them.
 */
import type { Ranked, RankOptions } from '@gyre/core'
import { cosine } from '../../cosine.ts'
import { candidateCounts, isCertain } from '../../near-candidates.ts'
import { Ranking, type Scored } from '../../ranking.ts'
import { vectorOf } from '../../vector-bytes.ts'
import type { Database } from '../database.ts'
import { conditions, passing } from './rank-conditions.ts'
import { storedName } from './stored-name.ts'
import { canBeNear, nearText, type VectorExtension } from './vector-extension.ts'
import { scan, type VectorRow } from './vector-scan.ts'

type Candidate = { readonly id: string; readonly vector: Uint8Array; readonly distance: number }
type Question = {
  readonly vector: Float32Array
  readonly limit: number
  /** The first parameters of every statement: embedder, conditions, dimensions. */
  readonly asked: readonly unknown[]
}

const ofEmbedder = 'v.embedder = $1 AND v.owner = $2 AND v.dimensions = $6'
const page = (which: string) => `
  SELECT v.cid AS place, c.id, v.vector
  FROM chunk_vector v JOIN chunk c USING (cid) JOIN document d USING (did)
  WHERE ${ofEmbedder} ${which} AND v.cid > $7 AND ${passing} ORDER BY v.cid LIMIT $8`
const pageOfAll = page('')
const pageOfFar = page('AND NOT v.is_near')

export class VectorRanking {
  readonly #database: Database
  readonly #candidates: { readonly all: string; readonly filtered: string } | undefined

  constructor(database: Database, extension?: VectorExtension) {
    this.#database = database
    this.#candidates = extension && candidateSql(extension)
  }

  async rank(embedder: string, given: Float32Array, options: RankOptions): Promise<readonly Ranked[]> {
    const vector = given.slice()
    const asked = [storedName(embedder), ...conditions(options), vector.length]
    const question = { vector, limit: options.limit, asked }
    const found = (await this.#nearest(question, options)) ?? (await this.#scan(question, pageOfAll))
    return found.map(({ id, score }) => ({ chunk: id, score }))
  }

  #scan({ vector, limit, asked }: Question, sql: string): Promise<readonly Scored[]> {
    return scan(vector, limit, (after, count) => this.#database.rows<VectorRow>(sql, [...asked, after, count]))
  }

  /** Undefined when it cannot say for sure. */
  async #nearest(question: Question, options: RankOptions): Promise<readonly Scored[] | undefined> {
    if (this.#candidates === undefined || !canBeNear(question.vector)) return undefined
    const sql = options.filter ? this.#candidates.filtered : this.#candidates.all
    const counts = candidateCounts(options.limit)
    let next = counts.next()
    if (next.done) return undefined
    // First these: one that is filled in meanwhile is seen twice then, and not missed.
    const far = await this.#scan(question, pageOfFar)
    for (; !next.done; next = counts.next()) {
      const best = await this.#attempt(question, { sql, count: next.value, far })
      if (best) return best
    }
    return undefined
  }

  async #attempt(
    { vector, limit, asked }: Question,
    { sql, count, far }: { readonly sql: string; readonly count: number; readonly far: readonly Scored[] },
  ): Promise<readonly Scored[] | undefined> {
    const candidates = await this.#database.rows<Candidate>(sql, [...asked, nearText(vector), count])
    const ranking = new Ranking(limit)
    const seen = new Set(far.map(({ id }) => id))
    for (const { id, score } of far) ranking.add(id, score)
    for (const { id, vector: own } of candidates) if (!seen.has(id)) ranking.add(id, cosine(vector, vectorOf(own)))
    const best = ranking.best()
    const last = candidates.at(-1)
    if (last === undefined || candidates.length < count) return best
    return isCertain({ best, limit, distance: last.distance, dimensions: vector.length }) ? best : undefined
  }
}

/** Without a filter nothing but vectors is looked at before the nearest are known. */
function candidateSql({ type, distance }: VectorExtension) {
  const nearest = (join: string, where: string) => `
    SELECT c.id, v.vector, near.distance
    FROM (
      SELECT v.cid, v.near ${distance} $7::text::${type} AS distance FROM chunk_vector v ${join}
      WHERE ${ofEmbedder} AND v.is_near ${where} ORDER BY distance LIMIT $8
    ) near JOIN chunk_vector v ON v.cid = near.cid AND v.embedder = $1 JOIN chunk c ON c.cid = near.cid
    ORDER BY near.distance`
  // The parameters of a filter are the same few, so that one list of them fits both.
  const anything = 'AND ($3::text[] IS NULL OR true) AND $4::double precision <= $5::double precision'
  return {
    all: nearest('', anything),
    filtered: nearest('JOIN chunk c USING (cid) JOIN document d USING (did)', `AND ${passing}`),
  }
}
