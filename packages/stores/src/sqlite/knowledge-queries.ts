/** Questions that look at much of what there is: the more there is, the longer they take. */
import type { StatementSync } from 'node:sqlite'
import type { KnowledgeEdge, KnowledgeOverview, Ranked, RankOptions } from '@gyre/core'
import { foldedNames } from '../folded-names.ts'
import type { Scored } from '../ranking.ts'
import { atMost, type Connection } from './connection.ts'
import { edgeColumns, heaviestFirst, shownEdge } from './edges.ts'
import { bestOf, matching } from './text-search.ts'
import { scanSize, VectorScan } from './vector-scan.ts'

export type NameCount = { readonly name: string; readonly edges: number }

/** A faster way to the nearest vectors; undefined when it cannot say for sure. */
export type Nearest = {
  rank(embedder: string, vector: Float32Array, options: RankOptions): readonly Scored[] | undefined
}

/** Joins from the left: the text index, or the vectors, say which chunks are looked at. */
export const filtered = `
  CROSS JOIN document d ON d.did = c.did
    AND (:sources IS NULL OR d.source IN (SELECT value FROM json_each(:sources)))
    AND d.at >= :since AND d.at < :until`

export class KnowledgeQueries {
  readonly #nearest: Nearest | undefined
  readonly #size: StatementSync
  readonly #byText: StatementSync
  readonly #byVector: StatementSync
  readonly #counts: StatementSync
  readonly #vectorCounts: StatementSync
  readonly #withoutVector: StatementSync
  readonly #withoutEdges: StatementSync
  readonly #names: StatementSync
  readonly #edgesOf: StatementSync

  constructor(connection: Connection, nearest?: Nearest) {
    this.#nearest = nearest
    this.#size = connection.prepare(
      'SELECT max(coalesce((SELECT max(cid) FROM chunk), 0), coalesce((SELECT max(eid) FROM edge), 0)) AS size',
    )
    this.#byText = connection.prepare(`
      SELECT c.id, chunk_text.rank AS rank
      FROM chunk_text CROSS JOIN chunk c ON c.cid = chunk_text.rowid AND c.owner = :owner ${filtered}
      WHERE chunk_text MATCH :words ORDER BY chunk_text.rank`)
    this.#byVector = connection.prepare(`
      SELECT v.cid AS place, c.id, v.vector
      FROM chunk_vector v CROSS JOIN chunk c ON c.cid = v.cid ${filtered}
      WHERE v.embedder = :embedder AND v.owner = :owner AND v.dimensions = :dimensions AND v.cid > :after
      ORDER BY v.cid LIMIT ${scanSize}`)
    this.#counts = connection.prepare(`
      SELECT (SELECT count(*) FROM document WHERE owner = :owner) AS documents,
        (SELECT count(*) FROM chunk WHERE owner = :owner) AS chunks,
        (SELECT count(*) FROM edge WHERE owner = :owner) AS edges,
        (SELECT count(*) FROM (SELECT origin_name FROM edge WHERE owner = :owner
          UNION SELECT target_name FROM edge WHERE owner = :owner)) AS names`)
    this.#vectorCounts = connection.prepare(`
      SELECT embedder, dimensions, count(*) AS count FROM chunk_vector WHERE owner = ?
      GROUP BY embedder, dimensions ORDER BY embedder, dimensions`)
    // By place, so that it ends at the limit: the first that are missing are often near the beginning.
    const missing = (which: string) =>
      connection.prepare(`SELECT id FROM chunk NOT INDEXED WHERE owner = ?1 AND ${which} ORDER BY cid LIMIT ?3`)
    this.#withoutVector = missing(
      'NOT EXISTS (SELECT 1 FROM chunk_vector v WHERE v.cid = chunk.cid AND v.embedder = ?2)',
    )
    this.#withoutEdges = missing('CASE WHEN ?2 IS NULL THEN reader IS NULL ELSE reader IS NOT ?2 END')
    this.#edgesOf = connection.prepare(`
      SELECT ${edgeColumns} FROM edge e JOIN chunk c USING (cid)
      WHERE e.eid IN (
        SELECT eid FROM edge WHERE owner = :owner AND origin_name IN (SELECT value FROM json_each(:names))
        UNION SELECT eid FROM edge WHERE owner = :owner AND target_name IN (SELECT value FROM json_each(:names))
      ) ${heaviestFirst}`)
    this.#names = connection.prepare(`
      WITH ends (eid, folded, name) AS (
        SELECT eid, origin_name, origin FROM edge WHERE owner = :owner
        UNION ALL SELECT eid, target_name, target FROM edge WHERE owner = :owner
      ), spellings AS (
        SELECT folded, name, row_number() OVER (PARTITION BY folded ORDER BY count(*) DESC, name) AS place
        FROM ends GROUP BY folded, name
      ), counts AS (
        SELECT folded, count(DISTINCT eid) AS edges FROM ends GROUP BY folded
      )
      SELECT name, edges FROM counts JOIN spellings USING (folded) WHERE place = 1
      ORDER BY edges DESC, name LIMIT :limit`)
  }

  /** How much there is, about, found without counting. */
  size(): number {
    return Number(this.#size.get()?.['size'])
  }

  rankByText(query: string, options: RankOptions): readonly Ranked[] {
    const words = matching(query)
    if (words === undefined) return []
    return bestOf(this.#byText.iterate({ ...conditions(options), words }), options.limit).map(ranked)
  }

  /** In one go, by the extension where it is loaded. */
  rankByVector(embedder: string, vector: Float32Array, options: RankOptions): readonly Ranked[] {
    return (this.#nearest?.rank(embedder, vector, options) ?? this.#scanned(embedder, vector, options)).map(ranked)
  }

  /** The same in parts. */
  scan(embedder: string, vector: Float32Array, options: RankOptions): VectorScan {
    const asked = { ...conditions(options), embedder, dimensions: vector.length }
    const page = (after: number) => this.#byVector.iterate({ ...asked, after })
    return new VectorScan(vector, { limit: options.limit, page })
  }

  overview(owner: string): KnowledgeOverview {
    const counts = this.#counts.get({ owner }) as Omit<KnowledgeOverview, 'vectors'>
    const vectors = this.#vectorCounts.all(owner) as unknown as KnowledgeOverview['vectors']
    return { ...counts, vectors: vectors.map((each) => ({ ...each })) }
  }

  withoutVector(embedder: string, owner: string, limit: number): readonly string[] {
    return this.#withoutVector.all(owner, embedder, atMost(limit)).map(idOf)
  }

  withoutEdges(reader: string | null, owner: string, limit: number): readonly string[] {
    return this.#withoutEdges.all(owner, reader, atMost(limit)).map(idOf)
  }

  edgesOf(owner: string, names: readonly string[], limit?: number): readonly KnowledgeEdge[] {
    const asked = { owner, names: JSON.stringify(foldedNames(names)), limit: atMost(limit) }
    return this.#edgesOf.all(asked).map(shownEdge)
  }

  names(owner: string, limit: number): readonly NameCount[] {
    const rows = this.#names.all({ owner, limit: atMost(limit) }) as NameCount[]
    return rows.map((row) => ({ ...row }))
  }

  #scanned(embedder: string, vector: Float32Array, options: RankOptions): readonly Scored[] {
    const scan = this.scan(embedder, vector, options)
    while (scan.next());
    return scan.best()
  }
}

export function conditions({ owner, filter = {} }: RankOptions) {
  return {
    owner,
    sources: filter.sources ? JSON.stringify(filter.sources) : null,
    since: filter.since ?? Number.NEGATIVE_INFINITY,
    until: filter.until ?? Number.POSITIVE_INFINITY,
  }
}

function idOf(row: Record<string, unknown>): string {
  return row['id'] as string
}

export function ranked({ id, score }: Scored): Ranked {
  return { chunk: id, score }
}
