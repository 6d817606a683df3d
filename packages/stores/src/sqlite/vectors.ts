/** Vectors of chunks, in SQLite. */
import type { StatementSync } from 'node:sqlite'
import type { ChunkVector } from '@gyre/core'
import { bytesOf, isTame, vectorOf } from '../vector-bytes.ts'
import type { Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

/** Vectors of one write: about a megabyte. Then others have their turn. */
const writeSize = 250

export class SqliteVectors {
  readonly #commits: GroupCommit
  readonly #put: StatementSync
  readonly #get: StatementSync
  readonly #embedders: StatementSync
  readonly #remove: StatementSync

  constructor(connection: Connection, commits: GroupCommit) {
    this.#commits = commits
    this.#put = connection.prepare(`
      INSERT INTO chunk_vector (cid, owner, embedder, dimensions, is_tame, vector)
      SELECT cid, owner, ?, ?, ?, ? FROM chunk WHERE id = ?
      ON CONFLICT (cid, embedder) DO UPDATE
        SET dimensions = excluded.dimensions, is_tame = excluded.is_tame, vector = excluded.vector`)
    this.#get = connection.prepare(`
      SELECT v.vector FROM chunk c JOIN chunk_vector v ON v.cid = c.cid AND v.embedder = ? WHERE c.id = ?`)
    // From one embedder to the next by the index: there are few of them, and very many vectors.
    this.#embedders = connection.prepare(`
      WITH RECURSIVE known (embedder) AS (
        SELECT min(embedder) FROM chunk_vector
        UNION ALL
        SELECT (SELECT min(v.embedder) FROM chunk_vector v WHERE v.embedder > known.embedder)
        FROM known WHERE known.embedder IS NOT NULL
      )
      SELECT embedder FROM known
      WHERE EXISTS (SELECT 1 FROM chunk_vector v WHERE v.embedder = known.embedder AND v.owner = ?)`)
    this.#remove = connection.prepare(`
      DELETE FROM chunk_vector
      WHERE id IN (SELECT id FROM chunk_vector WHERE embedder = ? AND owner = ? LIMIT ${writeSize})`)
  }

  async put(embedder: string, vectors: readonly ChunkVector[]): Promise<void> {
    const rows = vectors.map(
      ({ chunk, vector }) => [embedder, vector.length, Number(isTame(vector)), bytesOf(vector), chunk] as const,
    )
    const writes: Promise<void>[] = []
    for (let at = 0; at < rows.length; at += writeSize) {
      const part = rows.slice(at, at + writeSize)
      const apply = () => {
        for (const row of part) this.#put.run(...row)
      }
      writes.push(this.#commits.write({ rows: part.length, isSingle: false, apply }))
    }
    await Promise.all(writes)
  }

  of(embedder: string, chunks: readonly string[]): Promise<readonly ChunkVector[]> {
    return this.#commits.read(() =>
      chunks.flatMap((chunk) => {
        const row = this.#get.get(embedder, chunk) as { vector: Uint8Array } | undefined
        return row ? [{ chunk, vector: vectorOf(row.vector) }] : []
      }),
    )
  }

  embedders(owner: string): Promise<readonly string[]> {
    return this.#commits.read(() => {
      const rows = this.#embedders.all(owner) as { embedder: string }[]
      return rows.map(({ embedder }) => embedder)
    })
  }

  /** A part at a time, until there are none: very many would stall everybody else. */
  async remove(embedder: string, owner: string): Promise<void> {
    const apply = () => Number(this.#remove.run(embedder, owner).changes)
    while ((await this.#commits.write({ rows: writeSize, isSingle: true, apply })) > 0);
  }
}
