/**
 * Writes documents with their chunks, inside of a transaction.
 *
 * Whoever changes a document has its row locked first, and whoever changes what hangs on a chunk has that of the chunk.
 * So chunks go first, and what hung on them by statements of their own: these see what was written while the chunks
 * were waited for.
 */
import { chunkKnown } from '../../refusals.ts'
import type { Statements } from '../database.ts'
import type { ChunkRow, EncodedDocument } from './encoded-document.ts'

/** Chunks, and places of words, of one statement: far less than the time an answer may take. */
const chunksAtOnce = 500
const placesAtOnce = 50_000

const upsert = `
  INSERT INTO document (id, owner, source, title, media_type, hash, at, data, text, chunks, words)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, source = excluded.source, title = excluded.title,
    media_type = excluded.media_type, hash = excluded.hash, at = excluded.at, data = excluded.data,
    text = excluded.text, chunks = excluded.chunks, words = excluded.words
  RETURNING did, xmax = 0 AS is_new`
const insertChunks = `
  INSERT INTO chunk (did, owner, place, id, first, last, headings, text)
  SELECT $1, $2, place, id, first, last, headings, text
  FROM unnest($3::integer[], $4::text[], $5::integer[], $6::integer[], $7::text[], $8::text[])
    AS given (place, id, first, last, headings, text)
  ORDER BY place
  ON CONFLICT (id) DO NOTHING RETURNING id`
const insertWords = `
  INSERT INTO chunk_word (did, word, chunks, stands)
  SELECT $1, word, chunks, stands::bigint[]
  FROM unnest($2::text[], $3::integer[], $4::text[]) AS given (word, chunks, stands)
  ORDER BY word`
const lock = 'SELECT did FROM document WHERE id = ANY ($1::text[]) ORDER BY did FOR UPDATE'
const removeChunks = `
  DELETE FROM chunk WHERE cid IN (SELECT cid FROM chunk WHERE did = ANY ($1::bigint[]) ORDER BY cid LIMIT ${chunksAtOnce})
  RETURNING cid`
const removeHanging = `
  WITH vectors AS (DELETE FROM chunk_vector WHERE cid = ANY ($1::bigint[]))
  DELETE FROM edge WHERE cid = ANY ($1::bigint[])`

/** Puts a document in the place of the one with its id. */
export async function replace({ rows }: Statements, encoded: EncodedDocument): Promise<void> {
  const { document, chunks, stands, words } = encoded
  const [kept] = await rows<{ did: number; is_new: boolean }>(upsert, [...document, chunks.length, words])
  if (kept === undefined) throw new Error('A document that was written has no row.')
  if (!kept.is_new) await removeContent({ rows }, [kept.did])
  for (let at = 0; at < chunks.length; at += chunksAtOnce) {
    const part = chunks.slice(at, at + chunksAtOnce)
    const saved = await rows<{ id: string }>(insertChunks, [kept.did, document[1], ...chunkColumns(part, at)])
    if (saved.length < part.length) throw chunkKnown(firstRefused(part, saved))
  }
  for (const part of wordParts(stands)) await rows(insertWords, [kept.did, ...part])
}

/** Removes documents with all that hangs on them. */
export async function removeDocuments({ rows }: Statements, ids: readonly string[]): Promise<void> {
  const dids = (await rows<{ did: number }>(lock, [ids])).map(({ did }) => did)
  if (dids.length === 0) return
  await removeContent({ rows }, dids)
  await rows('DELETE FROM document WHERE did = ANY ($1::bigint[])', [dids])
}

async function removeContent({ rows }: Statements, dids: readonly number[]): Promise<void> {
  for (let isMore = true; isMore; ) {
    const removed = await rows<{ cid: number }>(removeChunks, [dids])
    if (removed.length > 0) await rows(removeHanging, [removed.map(({ cid }) => cid)])
    isMore = removed.length === chunksAtOnce
  }
  await rows('DELETE FROM chunk_word WHERE did = ANY ($1::bigint[])', [dids])
}

function chunkColumns(chunks: readonly ChunkRow[], first: number): readonly unknown[] {
  return [
    chunks.map((_, at) => first + at),
    chunks.map(({ id }) => id),
    chunks.map(({ start }) => start),
    chunks.map(({ end }) => end),
    chunks.map(({ headings }) => headings),
    chunks.map(({ text }) => text),
  ]
}

/** One that another document has, or that came before. */
function firstRefused(given: readonly ChunkRow[], saved: readonly { readonly id: string }[]): string {
  const free = new Set(saved.map(({ id }) => id))
  return given.find(({ id }) => !free.delete(id))?.id ?? ''
}

function* wordParts(stands: EncodedDocument['stands']): Generator<readonly unknown[]> {
  let part: [string, readonly bigint[]][] = []
  let places = 0
  for (const entry of stands) {
    part.push(entry)
    places += entry[1].length
    if (places < placesAtOnce) continue
    yield wordColumns(part)
    part = []
    places = 0
  }
  if (part.length > 0) yield wordColumns(part)
}

function wordColumns(part: readonly (readonly [string, readonly bigint[]])[]): readonly unknown[] {
  return [
    part.map(([word]) => word),
    part.map(([, stands]) => stands.length),
    // An array in an array, of a length of its own, can only be passed as a text.
    part.map(([, stands]) => `{${stands.join(',')}}`),
  ]
}
