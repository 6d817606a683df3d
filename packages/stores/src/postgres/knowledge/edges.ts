/** Relations between names and the chunks that tell of them, in PostgreSQL. */
import { type ChunkEdges, foldedName, type KnowledgeEdge } from '@gyre/core'
import { foldedNames } from '../../folded-names.ts'
import { atMost } from '../at-most.ts'
import type { Database, Statements } from '../database.ts'
import type { FewAtOnce } from './few-at-once.ts'
import { storedName } from './stored-name.ts'

export type NameCount = { readonly name: string; readonly edges: number }
type Kept = Pick<KnowledgeEdge, 'from' | 'relation' | 'to' | 'weight'> & {
  readonly origin: string
  readonly target: string
}
type Read = { readonly chunk: string; readonly edges: readonly Kept[] }

/** Chunks and edges of one transaction, about. */
const rowsAtOnce = 2000

const edgeColumns = 'e.owner, e.origin AS "from", e.relation, e.target AS "to", c.id AS chunk, e.weight'
const heaviestFirst = 'ORDER BY e.weight DESC, e.origin, e.relation, e.target, c.id'
const mark = `
  WITH place AS (SELECT cid FROM chunk WHERE id = ANY ($2::text[]) ORDER BY cid FOR NO KEY UPDATE)
  UPDATE chunk c SET reader = $1 FROM place WHERE c.cid = place.cid RETURNING c.cid, c.id, c.owner`
const insert = `
  INSERT INTO edge (cid, owner, origin, relation, target, weight, origin_name, target_name)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[],
    $7::text[], $8::text[])`
const edgesIn = `
  SELECT ${edgeColumns} FROM chunk c JOIN edge e USING (cid) WHERE c.id = ANY ($1::text[]) ${heaviestFirst}`
// By the beginnings of names, which is what the indexes have.
const at = (name: 'origin_name' | 'target_name') => `
  SELECT e.ctid FROM edge e JOIN (SELECT DISTINCT left(name, 200) AS start FROM unnest($2::text[]) AS name) asked
    ON left(e.${name}, 200) = asked.start COLLATE "C"
  WHERE e.owner = $1 AND e.${name} = ANY ($2::text[])`
const edgesOf = `
  SELECT ${edgeColumns} FROM edge e JOIN chunk c USING (cid)
  WHERE e.ctid IN (${at('origin_name')} UNION ${at('target_name')}) ${heaviestFirst} LIMIT $3`
// An edge from a name to itself counts once for it.
const names = `
  WITH ends (folded, name, edges) AS (
    SELECT origin_name, origin, 1 FROM edge WHERE owner = $1
    UNION ALL SELECT target_name, target, (target_name <> origin_name)::integer FROM edge WHERE owner = $1
  ), spellings AS (
    SELECT folded, name, sum(edges) AS edges,
      row_number() OVER (PARTITION BY folded ORDER BY count(*) DESC, name) AS place
    FROM ends GROUP BY folded, name
  ), counts AS (
    SELECT folded, sum(edges)::bigint AS edges FROM spellings GROUP BY folded
  )
  SELECT name, counts.edges FROM counts JOIN spellings USING (folded) WHERE place = 1
  ORDER BY counts.edges DESC, name LIMIT $2`

export class PostgresEdges {
  readonly #database: Database
  readonly #writes: FewAtOnce

  constructor(database: Database, writes: FewAtOnce) {
    this.#database = database
    this.#writes = writes
  }

  /** Encoded now, so that nobody's later change reaches it. Of two readings of one chunk the later counts. */
  async put(reader: string, found: readonly ChunkEdges[]): Promise<void> {
    const read = new Map(found.map(({ chunk, edges }) => [storedName(chunk), kept(edges)]))
    for (const part of parts(read)) {
      const work = (statements: Statements) => replace(statements, storedName(reader), part)
      await this.#writes.run(() => this.#database.transaction(work, { mayRepeat: true }))
    }
  }

  in(chunks: readonly string[]): Promise<readonly KnowledgeEdge[]> {
    return this.#database.rows<KnowledgeEdge>(edgesIn, [chunks.map(storedName)])
  }

  of(owner: string, asked: readonly string[], limit?: number): Promise<readonly KnowledgeEdge[]> {
    const folded = foldedNames(asked).map(storedName)
    return this.#database.rows<KnowledgeEdge>(edgesOf, [storedName(owner), folded, atMost(limit)])
  }

  names(owner: string, limit: number): Promise<readonly NameCount[]> {
    return this.#database.rows<NameCount>(names, [storedName(owner), atMost(limit)])
  }
}

/** The chunks are locked first, so that of two readers at once the edges of one stay, and none of a chunk that goes. */
async function replace({ rows }: Statements, reader: string, read: readonly Read[]): Promise<void> {
  const chunks = read.map(({ chunk }) => chunk)
  const places = await rows<{ cid: number; id: string; owner: string }>(mark, [reader, chunks])
  if (places.length === 0) return
  await rows('DELETE FROM edge WHERE cid = ANY ($1::bigint[])', [places.map(({ cid }) => cid)])
  const byId = new Map(places.map((place) => [place.id, place]))
  const edges = read.flatMap(({ chunk, edges }) => {
    const place = byId.get(chunk)
    return place ? edges.map((edge) => ({ ...edge, ...place })) : []
  })
  if (edges.length === 0) return
  const columns = ['cid', 'owner', 'from', 'relation', 'to', 'weight', 'origin', 'target'] as const
  await rows(
    insert,
    columns.map((column) => edges.map((edge) => edge[column])),
  )
}

/** The same twice is one, as it was written later. */
function kept(edges: ChunkEdges['edges']): readonly Kept[] {
  const byEnds = new Map<string, Kept>()
  for (const { from, relation, to, weight } of edges) {
    const [origin, target] = [storedName(foldedName(from)), storedName(foldedName(to))]
    const edge = { from: storedName(from), relation: storedName(relation), to: storedName(to), weight, origin, target }
    byEnds.set(JSON.stringify([origin, edge.relation, target]), edge)
  }
  return [...byEnds.values()]
}

function* parts(read: ReadonlyMap<string, readonly Kept[]>): Generator<readonly Read[]> {
  let part: Read[] = []
  let rows = 0
  for (const [chunk, edges] of read) {
    part.push({ chunk, edges })
    rows += edges.length + 1
    if (rows < rowsAtOnce) continue
    yield part
    part = []
    rows = 0
  }
  if (part.length > 0) yield part
}
