/** Documents and their chunks, in PostgreSQL. */
import type { FoundChunk, Json, KnowledgeChunk, KnowledgeDocument } from '@gyre/core'
import type { Database, Statements } from '../database.ts'
import { removeDocuments, replace } from './document-writer.ts'
import { encoded } from './encoded-document.ts'
import type { FewAtOnce } from './few-at-once.ts'
import { InOrder } from './in-order.ts'
import { storedName } from './stored-name.ts'

type DocumentRow = Omit<KnowledgeDocument, 'mediaType' | 'data'> & {
  readonly media_type: string
  readonly data: string
}
type ChunkRow = Omit<FoundChunk, 'headings' | 'text'> & { readonly headings: string; readonly text: string }

const columns = 'id, owner, source, title, media_type, hash, at, data'
const get = `SELECT ${columns}, text FROM document WHERE id = $1`
const list = `SELECT ${columns} FROM document WHERE owner = $1 ORDER BY source, id`
const chunkRows = `
  SELECT c.id, d.id AS document, c.first AS start, c.last AS "end", c.headings, c.text, d.source, d.title, d.at
  FROM chunk c JOIN document d USING (did)`
const chunksById = `${chunkRows} WHERE c.id = ANY ($1::text[])`
const chunksByDocument = `${chunkRows} WHERE d.id = $1 ORDER BY c.place`

/** Documents that are removed in one transaction. */
const removedAtOnce = 100

export class PostgresDocuments {
  readonly #database: Database
  readonly #writes: FewAtOnce
  readonly #inOrder = new InOrder()

  constructor(database: Database, writes: FewAtOnce) {
    this.#database = database
    this.#writes = writes
  }

  async put(document: KnowledgeDocument, chunks: readonly KnowledgeChunk[]): Promise<void> {
    const encode = encoded(document, chunks)
    await this.#inOrder.run([storedName(document.id)], async () => {
      const row = await encode()
      await this.#write((statements) => replace(statements, row))
    })
  }

  async get(id: string): Promise<KnowledgeDocument | undefined> {
    const [row] = await this.#database.rows<DocumentRow>(get, [storedName(id)])
    return row && { ...shown(row), text: JSON.parse(row.text) as string }
  }

  async list(owner: string): Promise<readonly Omit<KnowledgeDocument, 'text'>[]> {
    return (await this.#database.rows<DocumentRow>(list, [storedName(owner)])).map(shown)
  }

  async remove(ids: readonly string[]): Promise<void> {
    const names = [...new Set(ids.map(storedName))]
    await this.#inOrder.run(names, async () => {
      for (let at = 0; at < names.length; at += removedAtOnce) {
        const part = names.slice(at, at + removedAtOnce)
        await this.#write((statements) => removeDocuments(statements, part))
      }
    })
  }

  async chunks(ids: readonly string[]): Promise<readonly FoundChunk[]> {
    const names = ids.map(storedName)
    const rows = await this.#database.rows<ChunkRow>(chunksById, [names])
    const byId = new Map(rows.map((row) => [row.id, row]))
    return names.flatMap((name) => byId.get(name) ?? []).map(found)
  }

  async chunksOf(document: string): Promise<readonly FoundChunk[]> {
    return (await this.#database.rows<ChunkRow>(chunksByDocument, [storedName(document)])).map(found)
  }

  /** Done again when nobody knows whether it was: a document takes its own place, and what is gone stays so. */
  #write(work: (statements: Statements) => Promise<void>): Promise<void> {
    return this.#writes.run(() => this.#database.transaction(work, { mayRepeat: true }))
  }
}

function shown(row: DocumentRow): Omit<KnowledgeDocument, 'text'> {
  const { id, owner, source, title, media_type, hash, at, data } = row
  return { id, owner, source, title, mediaType: media_type, hash, at, data: JSON.parse(data) as Json }
}

function found({ headings, text, ...chunk }: ChunkRow): FoundChunk {
  return { ...chunk, headings: JSON.parse(headings) as string[], text: JSON.parse(text) as string }
}
