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
    this.#find = connection.prepare('SELECT did, hash FROM document WHERE id = ?')
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
    for (let isMore = this.beginRemoval(id); isMore; isMore = this.goOnRemoving(id));
    const did = Number(this.#document.run(...document).lastInsertRowid)
    for (const chunk of chunks) this.#insertChunk(did, document[1] as string, chunk)
  }

  /**
   * Removes some chunks of a document, with the last of them the document itself; whether there is more. One that lost a
   * part has no hash any more: whoever reads it in again does not take it for whole.
   */
  beginRemoval(id: string): boolean {
    const did = this.#find.get(id)?.['did']
    return did !== undefined && this.#removePart(Number(did))
  }

  /** The next part, unless another document took the place of the one whose removal was begun. */
  goOnRemoving(id: string): boolean {
    const found = this.#find.get(id)
    return found?.['hash'] === '' && this.#removePart(Number(found['did']))
  }

  #removePart(did: number): boolean {
    const [, , , removed] = this.#removals.map((removal) => Number(removal.run(did).changes))
    const isMore = removed === partSize
    if (isMore) this.#unfinished.run(did)
    else this.#removeDocument.run(did)
    return isMore
  }

  #insertChunk(did: number, owner: string, { id, start, end, headings, words }: ChunkRow): void {
    const { changes, lastInsertRowid } = this.#chunk.run(id, did, owner, start, end, headings)
    if (changes === 0) throw chunkKnown(id)
    this.#words.run(lastInsertRowid, words)
  }
}
