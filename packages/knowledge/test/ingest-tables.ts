/** What the tables of a database say, without the numbers that rows happen to have. */
import { DatabaseSync } from 'node:sqlite'

type Row = Readonly<Record<string, unknown>>

/** Numbers of rows become the names they stand for; the rest is as it is in the file. */
export function tablesOf(path: string): Readonly<Record<string, readonly Row[]>> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const all = (sql: string) => database.prepare(sql).all() as Row[]
    const documents = new Map(all('SELECT did, id FROM document').map(({ did, id }) => [did, id]))
    const chunks = new Map(all('SELECT cid, id FROM chunk').map(({ cid, id }) => [cid, id]))
    const named = ({ did, cid, eid: _, ...row }: Row) => ({
      ...row,
      ...(did !== undefined && { document: documents.get(did) ?? 'nobody' }),
      ...(cid !== undefined && { chunk: chunks.get(cid) ?? 'nobody' }),
      ...(typeof row['id'] === 'number' && { id: 'a number' }),
    })
    const table = (sql: string) => sorted(all(sql).map(named))
    return {
      document: table('SELECT * FROM document').map(({ document: _, ...row }) => row),
      chunk: table('SELECT * FROM chunk').map(({ chunk: _, ...row }) => row),
      chunk_text: table('SELECT rowid AS cid, * FROM chunk_text'),
      chunk_vector: table('SELECT * FROM chunk_vector'),
      edge: table('SELECT * FROM edge'),
    }
  } finally {
    database.close()
  }
}

function sorted(rows: readonly Row[]): readonly Row[] {
  const key = (row: Row) => JSON.stringify(row)
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}
