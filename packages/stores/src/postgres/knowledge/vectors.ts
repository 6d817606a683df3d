/** Vectors of chunks, in PostgreSQL. */
import type { ChunkVector } from '@gyre/core'
import { bytesOf, isTame, vectorOf } from '../../vector-bytes.ts'
import type { Database } from '../database.ts'
import type { FewAtOnce } from './few-at-once.ts'
import { storedName } from './stored-name.ts'
import { canBeNear, nearText, type VectorExtension } from './vector-extension.ts'

type Kept = {
  readonly chunk: string
  readonly dimensions: number
  readonly isTame: boolean
  readonly bytes: Uint8Array
  readonly near: string | null
}

export type VectorsOptions = {
  readonly database: Database
  readonly writes: FewAtOnce
  readonly extension: VectorExtension | undefined
}

/** Vectors of one statement: about a megabyte. */
const writtenAtOnce = 250
const removedAtOnce = 1000

const get = `
  SELECT c.id AS chunk, v.vector FROM chunk c JOIN chunk_vector v ON v.cid = c.cid AND v.embedder = $1
  WHERE c.id = ANY ($2::text[])`
// From one embedder to the next by the index: there are few of them, and very many vectors.
const embedders = `
  WITH RECURSIVE known (embedder) AS (
    SELECT min(embedder) FROM chunk_vector WHERE owner = $1
    UNION ALL
    SELECT (SELECT min(v.embedder) FROM chunk_vector v WHERE v.owner = $1 AND v.embedder > known.embedder)
    FROM known WHERE known.embedder IS NOT NULL
  )
  SELECT embedder FROM known WHERE embedder IS NOT NULL ORDER BY embedder`
const removePart = `
  DELETE FROM chunk_vector WHERE embedder = $1
    AND cid IN (SELECT cid FROM chunk_vector WHERE embedder = $1 AND owner = $2 ORDER BY cid LIMIT ${removedAtOnce})
  RETURNING cid`

export class PostgresVectors {
  readonly #database: Database
  readonly #writes: FewAtOnce
  readonly #hasExtension: boolean
  readonly #put: string

  constructor({ database, writes, extension }: VectorsOptions) {
    this.#database = database
    this.#writes = writes
    this.#hasExtension = extension !== undefined
    this.#put = putSql(extension)
  }

  async put(embedder: string, vectors: readonly ChunkVector[]): Promise<void> {
    // Encoded now, so that nobody's later change reaches it. Of two for one chunk the later counts.
    const rows = [...new Map(vectors.map((given) => [storedName(given.chunk), this.#kept(given)])).values()]
    for (let at = 0; at < rows.length; at += writtenAtOnce) {
      await this.#write(storedName(embedder), rows.slice(at, at + writtenAtOnce))
    }
  }

  async of(embedder: string, chunks: readonly string[]): Promise<readonly ChunkVector[]> {
    const names = chunks.map(storedName)
    const rows = await this.#database.rows<{ chunk: string; vector: Uint8Array }>(get, [storedName(embedder), names])
    const byChunk = new Map(rows.map(({ chunk, vector }) => [chunk, vector]))
    return names.flatMap((chunk) => {
      const bytes = byChunk.get(chunk)
      return bytes ? [{ chunk, vector: vectorOf(bytes).slice() }] : []
    })
  }

  async embedders(owner: string): Promise<readonly string[]> {
    const rows = await this.#database.rows<{ embedder: string }>(embedders, [storedName(owner)])
    return rows.map(({ embedder }) => embedder)
  }

  /** A part at a time, until there are none: nobody waits long for one of these rows. */
  async remove(embedder: string, owner: string): Promise<void> {
    const asked = [embedder, owner].map(storedName)
    while ((await this.#database.rows(removePart, asked)).length > 0);
  }

  #kept({ chunk, vector }: ChunkVector): Kept {
    const near = this.#hasExtension && canBeNear(vector) ? nearText(vector) : null
    const kept = { dimensions: vector.length, isTame: isTame(vector), bytes: bytesOf(vector), near }
    return { chunk: storedName(chunk), ...kept }
  }

  async #write(embedder: string, rows: readonly Kept[]): Promise<void> {
    const columns = [
      rows.map(({ chunk }) => chunk),
      rows.map(({ dimensions }) => dimensions),
      rows.map((row) => row.isTame),
      rows.map(({ bytes }) => bytes),
      rows.map(({ near }) => near),
    ]
    await this.#writes.run(() => this.#database.rows(this.#put, [embedder, ...columns]))
  }
}

/** The chunks are locked first: one that goes at this moment is gone when it is our turn, or waits for us. */
function putSql(extension: VectorExtension | undefined): string {
  const [column, value, update] = extension
    ? [', near', `, g.near::${extension.type}`, ', near = excluded.near']
    : ['', '', '']
  return `
    WITH place AS (
      SELECT cid, id, owner FROM chunk WHERE id = ANY ($2::text[]) ORDER BY cid FOR KEY SHARE
    )
    INSERT INTO chunk_vector (cid, embedder, owner, dimensions, is_tame, vector, is_near${column})
    SELECT place.cid, $1, place.owner, g.dimensions, g.is_tame, g.vector, g.near IS NOT NULL${value}
    FROM place JOIN unnest($2::text[], $3::integer[], $4::boolean[], $5::bytea[], $6::text[])
      AS g (id, dimensions, is_tame, vector, near) ON g.id = place.id
    ORDER BY place.cid
    ON CONFLICT (cid, embedder) DO UPDATE SET dimensions = excluded.dimensions, is_tame = excluded.is_tame,
      vector = excluded.vector, is_near = excluded.is_near${update}`
}
