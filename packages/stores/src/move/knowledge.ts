/**
 * Documents, and what hangs on their chunks. The words of a text are counted anew, as whoever puts a document does, and
 * chunks get new numbers: what hangs on them finds them by their ids.
 */
import type { Json, KnowledgeChunk, KnowledgeDocument } from '@gyre/core'
import type { Statements } from '../postgres/database.ts'
import { replace } from '../postgres/knowledge/document-writer.ts'
import { encoded } from '../postgres/knowledge/encoded-document.ts'
import { storedName } from '../postgres/knowledge/stored-name.ts'
import { isTame, vectorOf } from '../vector-bytes.ts'
import type { MoveSource } from './source.ts'
import type { SourceRow } from './tables.ts'

/** CROSS has SQLite go through what hangs on chunks in its order. */
export const hanging = {
  reader: 'SELECT cid, id AS chunk, reader FROM chunk WHERE reader IS NOT NULL',
  vector: `
    SELECT v.id AS place, c.id AS chunk, v.embedder, v.owner, v.dimensions, v.vector
    FROM chunk_vector v CROSS JOIN chunk c ON c.cid = v.cid`,
  edge: `
    SELECT e.eid AS place, c.id AS chunk, e.owner, e.origin, e.relation, e.target, e.weight, e.origin_name, e.target_name
    FROM edge e CROSS JOIN chunk c ON c.cid = e.cid`,
} as const

export const documents = 'SELECT did, id, owner, source, title, media_type, hash, at, data, text FROM document'
const chunksOf = 'SELECT id, first, last, headings FROM chunk WHERE did = ? ORDER BY cid'

const setReaders = `
  UPDATE chunk SET reader = given.reader FROM unnest($1::text[], $2::text[]) AS given (chunk, reader)
  WHERE chunk.id = given.chunk COLLATE "C"`
/** Whoever opens the store looks after those that are not near yet. */
const insertVectors = `
  INSERT INTO chunk_vector (cid, embedder, owner, dimensions, is_tame, is_near, vector)
  SELECT c.cid, given.embedder, given.owner, given.dimensions, given.is_tame, false, given.vector
  FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::boolean[], $6::bytea[])
    AS given (chunk, embedder, owner, dimensions, is_tame, vector)
  JOIN chunk c ON c.id = given.chunk COLLATE "C"`
const insertEdges = `
  INSERT INTO edge (cid, owner, origin, relation, target, weight, origin_name, target_name)
  SELECT c.cid, given.owner, origin, relation, target, weight, origin_name, target_name
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[], $7::text[], $8::text[])
    AS given (chunk, owner, origin, relation, target, weight, origin_name, target_name)
  JOIN chunk c ON c.id = given.chunk COLLATE "C"`

/** Writes a document with its chunks; how many these are. */
export async function moveDocument(statements: Statements, source: MoveSource, row: SourceRow): Promise<number> {
  const document = shownDocument(row)
  const chunks = source.all(chunksOf, row['did'] ?? null).map((chunk) => shownChunk(chunk, document.id))
  await replace(statements, await encoded(document, chunks)())
  return chunks.length
}

export async function moveReaders({ rows }: Statements, part: readonly SourceRow[]): Promise<void> {
  await rows(setReaders, [names(part, 'chunk'), names(part, 'reader')])
}

export async function moveVectors({ rows }: Statements, part: readonly SourceRow[]): Promise<void> {
  const vectors = part.map(({ vector }) => vector as Uint8Array)
  const tame = vectors.map((vector) => isTame(vectorOf(vector)))
  const dimensions = part.map((row) => row['dimensions'])
  const texts = [names(part, 'chunk'), names(part, 'embedder'), names(part, 'owner')]
  await rows(insertVectors, [...texts, dimensions, tame, vectors])
}

export async function moveEdges({ rows }: Statements, part: readonly SourceRow[]): Promise<void> {
  const texts = ['chunk', 'owner', 'origin', 'relation', 'target'].map((column) => names(part, column))
  const weights = part.map(({ weight }) => weight)
  await rows(insertEdges, [...texts, weights, names(part, 'origin_name'), names(part, 'target_name')])
}

function names(part: readonly SourceRow[], column: string): readonly string[] {
  return part.map((row) => storedName(String(row[column])))
}

function shownDocument(row: SourceRow): KnowledgeDocument {
  return {
    id: String(row['id']),
    owner: String(row['owner']),
    source: String(row['source']),
    title: String(row['title']),
    mediaType: String(row['media_type']),
    hash: String(row['hash']),
    at: Number(row['at']),
    data: JSON.parse(String(row['data'])) as Json,
    text: JSON.parse(String(row['text'])) as string,
  }
}

function shownChunk(row: SourceRow, document: string): KnowledgeChunk {
  const headings = JSON.parse(String(row['headings'])) as string[]
  return { id: String(row['id']), document, start: Number(row['first']), end: Number(row['last']), headings }
}
