/** Relations between names and the chunks that tell of them, in SQLite. */
import type { StatementSync } from 'node:sqlite'
import { type ChunkEdges, foldedName, type KnowledgeEdge } from '@gyre/core'
import { atMost, type Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

export const edgeColumns = `e.owner, e.origin AS "from", e.relation, e.target AS "to", c.id AS chunk, e.weight`
export const heaviestFirst = 'ORDER BY e.weight DESC, e.origin, e.relation, e.target, c.id LIMIT :limit'

export class SqliteEdges {
  readonly #commits: GroupCommit
  readonly #mark: StatementSync
  readonly #clear: StatementSync
  readonly #insert: StatementSync
  readonly #in: StatementSync

  constructor(connection: Connection, commits: GroupCommit) {
    this.#commits = commits
    this.#mark = connection.prepare('UPDATE chunk SET reader = ? WHERE id = ? RETURNING cid, owner')
    this.#clear = connection.prepare('DELETE FROM edge WHERE cid = ?')
    this.#insert = connection.prepare(`
      INSERT INTO edge (cid, owner, origin, relation, target, weight, origin_name, target_name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (cid, origin_name, relation, target_name)
        DO UPDATE SET origin = excluded.origin, target = excluded.target, weight = excluded.weight`)
    this.#in = connection.prepare(`
      SELECT ${edgeColumns} FROM chunk c JOIN edge e USING (cid)
      WHERE c.id IN (SELECT value FROM json_each(:chunks)) ${heaviestFirst}`)
  }

  /** Each chunk is a write of its own: what was read out of very many goes to disk in turns. */
  async put(reader: string, found: readonly ChunkEdges[]): Promise<void> {
    await Promise.all(found.map((each) => this.#replace(reader, each)))
  }

  in(chunks: readonly string[]): Promise<readonly KnowledgeEdge[]> {
    return this.#commits.read(() =>
      this.#in.all({ chunks: JSON.stringify(chunks), limit: atMost(undefined) }).map(shownEdge),
    )
  }

  /** Encoded now, so that nobody's later change reaches it. */
  #replace(reader: string, { chunk, edges }: ChunkEdges): Promise<void> {
    const rows = edges.map(({ from, relation, to, weight }) => [
      ...[from, relation, to, weight],
      ...[foldedName(from), foldedName(to)],
    ])
    const apply = () => {
      const place = this.#mark.get(reader, chunk) as { cid: number; owner: string } | undefined
      if (place === undefined) return
      this.#clear.run(place.cid)
      for (const row of rows) this.#insert.run(place.cid, place.owner, ...row)
    }
    return this.#commits.write({ rows: rows.length + 1, isSingle: false, apply })
  }
}

export function shownEdge(row: Record<string, unknown>): KnowledgeEdge {
  return { ...(row as unknown as KnowledgeEdge) }
}
