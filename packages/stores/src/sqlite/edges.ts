/** Relations between names and the chunks that tell of them, in SQLite. */
import type { StatementSync } from 'node:sqlite'
import { type ChunkEdges, foldedName, type KnowledgeEdge } from '@gyre/core'
import { foldedNames } from '../folded-names.ts'
import { atMost, type Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

const columns = `e.owner, e.origin AS "from", e.relation, e.target AS "to", c.id AS chunk, e.weight`
const heaviestFirst = 'ORDER BY e.weight DESC, e.origin, e.relation, e.target, c.id LIMIT :limit'

export class SqliteEdges {
  readonly #commits: GroupCommit
  readonly #mark: StatementSync
  readonly #clear: StatementSync
  readonly #insert: StatementSync
  readonly #of: StatementSync
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
    this.#of = connection.prepare(`
      SELECT ${columns} FROM edge e JOIN chunk c USING (cid)
      WHERE e.eid IN (
        SELECT eid FROM edge WHERE owner = :owner AND origin_name IN (SELECT value FROM json_each(:names))
        UNION SELECT eid FROM edge WHERE owner = :owner AND target_name IN (SELECT value FROM json_each(:names))
      ) ${heaviestFirst}`)
    this.#in = connection.prepare(`
      SELECT ${columns} FROM chunk c JOIN edge e USING (cid)
      WHERE c.id IN (SELECT value FROM json_each(:chunks)) ${heaviestFirst}`)
  }

  /** Each chunk is a write of its own: what was read out of very many goes to disk in turns. */
  async put(reader: string, found: readonly ChunkEdges[]): Promise<void> {
    await Promise.all(found.map((each) => this.#replace(reader, each)))
  }

  of(owner: string, names: readonly string[], limit?: number): Promise<readonly KnowledgeEdge[]> {
    const asked = { owner, names: JSON.stringify(foldedNames(names)), limit: atMost(limit) }
    return this.#commits.read(() => this.#of.all(asked).map(shown))
  }

  in(chunks: readonly string[]): Promise<readonly KnowledgeEdge[]> {
    return this.#commits.read(() =>
      this.#in.all({ chunks: JSON.stringify(chunks), limit: atMost(undefined) }).map(shown),
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

function shown(row: Record<string, unknown>): KnowledgeEdge {
  return { ...(row as unknown as KnowledgeEdge) }
}
