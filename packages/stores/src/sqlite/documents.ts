/** Documents and their chunks, in SQLite. */
import type { StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { FoundChunk, Json, KnowledgeChunk, KnowledgeDocument } from '@gyre/core'
import type { Connection } from './connection.ts'
import { DocumentWriter, partSize } from './document-writer.ts'
import { type ChunkRow, chunkRow, documentRow, type EncodedDocument } from './encoded-document.ts'
import type { GroupCommit } from './group-commit.ts'
import { TextMerge } from './text-merge.ts'

type DocumentRow = Omit<KnowledgeDocument, 'mediaType' | 'data'> & {
  readonly media_type: string
  readonly data: string
}
type FoundRow = Omit<FoundChunk, 'headings' | 'text'> & { readonly did: number; readonly headings: string }

const columns = 'id, owner, source, title, media_type, hash, at, data'
const chunkRows = `
  SELECT c.id, c.did, d.id AS document, c.first AS start, c.last AS "end", c.headings, d.source, d.title, d.at
  FROM chunk c JOIN document d USING (did)`

/** A chunk takes the time of so many rows: its words go into the text index one by one. */
const rowsOfChunk = 4

export class SqliteDocuments {
  readonly #connection: Connection
  readonly #commits: GroupCommit
  readonly #writer: DocumentWriter
  /** Documents that are still being encoded, by id: what comes after them waits. */
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #merge: TextMerge
  readonly #get: StatementSync
  readonly #list: StatementSync
  readonly #chunk: StatementSync
  readonly #chunksOf: StatementSync
  readonly #text: StatementSync

  constructor(connection: Connection, commits: GroupCommit) {
    this.#connection = connection
    this.#commits = commits
    this.#writer = new DocumentWriter(connection)
    this.#merge = new TextMerge(connection, commits, 'chunk_text')
    this.#get = connection.prepare(`SELECT ${columns}, text FROM document WHERE id = ?`)
    this.#list = connection.prepare(`SELECT ${columns} FROM document WHERE owner = ? ORDER BY source, id`)
    this.#chunk = connection.prepare(`${chunkRows} WHERE c.id = ?`)
    this.#chunksOf = connection.prepare(`${chunkRows} WHERE d.id = ? ORDER BY c.cid`)
    this.#text = connection.prepare('SELECT text FROM document WHERE did = ?')
  }

  /** Encoded now, so that nobody's later change reaches it; of a very long one in turns, over a copy. */
  put(document: KnowledgeDocument, chunks: readonly KnowledgeChunk[]): Promise<void> {
    const row = documentRow(document)
    const before = this.#underWay.get(document.id)
    if (before || chunks.length > partSize)
      return this.#inOrder(document.id, before, this.#encoded(row, structuredClone(chunks), document.text))
    return this.#write({ document: row, chunks: chunks.map((chunk) => chunkRow(chunk, document.text)) })
  }

  get(id: string): Promise<KnowledgeDocument | undefined> {
    return this.#commits.read(() => {
      const row = this.#get.get(id)
      return row && { ...shown(row), text: JSON.parse(row['text'] as string) as string }
    })
  }

  list(owner: string): Promise<readonly Omit<KnowledgeDocument, 'text'>[]> {
    return this.#commits.read(() => this.#list.all(owner).map(shown))
  }

  async remove(ids: readonly string[]): Promise<void> {
    // A part at a time, and a turn of the event loop in between: a document may have very many chunks.
    for (const id of ids) {
      const before = this.#underWay.get(id)
      if (before) await before
      let isMore = await this.#inOneWrite(() => this.#writer.beginRemoval(id))
      while (isMore) isMore = await this.#inOneWrite(() => this.#writer.goOnRemoving(id))
    }
    await this.#merge.run()
  }

  chunks(ids: readonly string[]): Promise<readonly FoundChunk[]> {
    return this.#look(() => this.#found(ids.map((id) => this.#chunk.get(id)).filter((row) => row !== undefined)))
  }

  chunksOf(document: string): Promise<readonly FoundChunk[]> {
    return this.#look(() => this.#found(this.#chunksOf.all(document)))
  }

  async #encoded(
    document: EncodedDocument['document'],
    chunks: readonly KnowledgeChunk[],
    text: string,
  ): Promise<EncodedDocument> {
    const rows: ChunkRow[] = []
    for (const chunk of chunks) {
      if (rows.length % partSize === 0) await setImmediate()
      rows.push(chunkRow(chunk, text))
    }
    return { document, chunks: rows }
  }

  /** Whatever takes longer to encode: of one document the version that was given last is the one that stays. */
  #inOrder(id: string, before: Promise<void> | undefined, encoding: Promise<EncodedDocument>): Promise<void> {
    const written = Promise.all([encoding, before]).then(([encoded]) => this.#write(encoded))
    // The next one waits for it and need not know how it went.
    const settled = written
      .catch(() => {})
      .finally(() => {
        if (this.#underWay.get(id) === settled) this.#underWay.delete(id)
      })
    this.#underWay.set(id, settled)
    return written
  }

  #inOneWrite(apply: () => boolean): Promise<boolean> {
    return this.#commits.write({ rows: Number.POSITIVE_INFINITY, isSingle: false, apply })
  }

  #write(encoded: EncodedDocument): Promise<void> {
    const apply = () => this.#writer.replace(encoded)
    return this.#commits.write({ rows: rowsOfChunk * encoded.chunks.length + 1, isSingle: false, apply })
  }

  /** Chunks and their texts are of one moment: another process may put a document in the place of one meanwhile. */
  #look<T>(look: () => T): Promise<T> {
    return this.#commits.read(() => this.#connection.snapshot(look))
  }

  #found(rows: readonly unknown[]): readonly FoundChunk[] {
    const texts = new Map<number, string>()
    return (rows as FoundRow[]).map(({ did, headings, ...chunk }) => {
      const text = texts.get(did) ?? this.#textOf(did)
      texts.set(did, text)
      return { ...chunk, headings: JSON.parse(headings) as string[], text: text.slice(chunk.start, chunk.end) }
    })
  }

  #textOf(did: number): string {
    return JSON.parse(this.#text.get(did)?.['text'] as string) as string
  }
}

function shown(row: Record<string, unknown>): Omit<KnowledgeDocument, 'text'> {
  const { id, owner, source, title, media_type, hash, at, data } = row as unknown as DocumentRow
  return { id, owner, source, title, mediaType: media_type, hash, at, data: JSON.parse(data) as Json }
}
