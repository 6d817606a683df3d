/** Writes documents with their chunks. Only called inside a write of the group commit. */
import type { StatementSync } from 'node:sqlite'
import { chunkKnown } from '../refusals.ts'
import type { Connection } from './connection.ts'
import type { ChunkRow, EncodedDocument } from './encoded-document.ts'

/** Chunks of one write: some milliseconds. */
export const partSize = 200

const ofDocument = `IN (SELECT cid FROM chunk WHERE did = ? ORDER BY cid LIMIT ${partSize})`

export class DocumentWriter {
  readonly #find: StatementSync
  readonly #document: StatementSync
  readonly #chunk: StatementSync
  readonly #words: StatementSync
  readonly #removals: readonly StatementSync[]
  readonly #unfinished: StatementSync
  readonly #removeDocument: StatementSync

  constructor(connection: Connection) {
    this.#find = connection.prepare('SELECT did FROM document WHERE id = ?')
    this.#document = connection.prepare(`
      INSERT INTO document (id, owner, source, title, media_type, hash, at, data, text)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#chunk = connection.prepare(`
      INSERT INTO chunk (id, did, owner, first, last, headings) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING`)
    this.#words = connection.prepare('INSERT INTO chunk_text (rowid, words) VALUES (?, ?)')
    this.#removals = [
      `DELETE FROM edge WHERE cid ${ofDocument}`,
      `DELETE FROM chunk_vector WHERE cid ${ofDocument}`,
      `DELETE FROM chunk_text WHERE rowid ${ofDocument}`,
      `DELETE FROM chunk WHERE cid ${ofDocument}`,
    ].map((sql) => connection.prepare(sql))
    this.#unfinished = connection.prepare("UPDATE document SET hash = '' WHERE did = ?")
    this.#removeDocument = connection.prepare('DELETE FROM document WHERE did = ?')
  }

  /** Puts a document in the place of the one with its id. */
  replace({ document, chunks }: EncodedDocument): void {
    const id = document[0] as string
    for (let part = this.removePart(id); part > 0; part = this.removePart(id));
    const did = Number(this.#document.run(...document).lastInsertRowid)
    for (const chunk of chunks) this.#insertChunk(did, document[1] as string, chunk)
  }

  /**
   * Removes some chunks of a document, with the last of them the document itself; answers with how many rows went.
   * One that lost a part is another one: whoever reads it in again finds that its hash has changed.
   */
  removePart(id: string): number {
    const did = this.#find.get(id)?.['did']
    if (did === undefined) return 0
    const [, , , removed] = this.#removals.map((removal) => Number(removal.run(did).changes))
    if (removed === partSize) return removed + Number(this.#unfinished.run(did).changes)
    return (removed ?? 0) + Number(this.#removeDocument.run(did).changes)
  }

  #insertChunk(did: number, owner: string, { id, start, end, headings, words }: ChunkRow): void {
    const { changes, lastInsertRowid } = this.#chunk.run(id, did, owner, start, end, headings)
    if (changes === 0) throw chunkKnown(id)
    this.#words.run(lastInsertRowid, words)
  }
}
