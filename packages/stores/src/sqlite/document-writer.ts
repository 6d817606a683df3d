/** Writes documents with their chunks. Only called inside a write of the group commit. */
import type { StatementSync } from 'node:sqlite'
import type { KnowledgeChunk, KnowledgeDocument } from '@gyre/core'
import { chunkKnown } from '../refusals.ts'
import type { Connection } from './connection.ts'
import { indexed } from './text-search.ts'

type ChunkRow = Pick<KnowledgeChunk, 'id' | 'start' | 'end'> & { readonly headings: string; readonly words: string }

const ofDocument = 'IN (SELECT cid FROM chunk WHERE did = ?)'

export class DocumentWriter {
  readonly #find: StatementSync
  readonly #document: StatementSync
  readonly #chunk: StatementSync
  readonly #words: StatementSync
  readonly #removals: readonly StatementSync[]

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
      'DELETE FROM chunk WHERE did = ?',
      'DELETE FROM document WHERE did = ?',
    ].map((sql) => connection.prepare(sql))
  }

  /** What puts a document in the place of the one with its id. Encoded now, so that nobody's later change reaches it. */
  replacing(document: KnowledgeDocument, chunks: readonly KnowledgeChunk[]): () => void {
    const { id, owner, source, title, mediaType, hash, at } = document
    const row = [id, owner, source, title, mediaType, hash, at, JSON.stringify(document.data)]
    // As JSON: half of a surrogate pair would not survive as UTF-8, and offsets must fit.
    const text = JSON.stringify(document.text)
    const rows = chunks.map(({ id: chunk, start, end, headings }): ChunkRow => {
      const words = indexed([...headings, document.text.slice(start, end)].join(' '))
      return { id: chunk, start, end, headings: JSON.stringify(headings), words }
    })
    return () => {
      this.remove(id)
      const did = Number(this.#document.run(...row, text).lastInsertRowid)
      for (const chunk of rows) this.#insertChunk(did, owner, chunk)
    }
  }

  remove(id: string): void {
    const did = this.#find.get(id)?.['did']
    if (did !== undefined) for (const removal of this.#removals) removal.run(did)
  }

  #insertChunk(did: number, owner: string, { id, start, end, headings, words }: ChunkRow): void {
    const { changes, lastInsertRowid } = this.#chunk.run(id, did, owner, start, end, headings)
    if (changes === 0) throw chunkKnown(id)
    this.#words.run(lastInsertRowid, words)
  }
}
