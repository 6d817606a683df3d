/**
 * pgvector, where the server has it: a second column with those vectors it can compare.
 *
 * It may be installed when there are vectors already, and others may go on that know nothing of it. So each row tells
 * whether its second column holds (`is_near`), and those where it does not are filled in, a part at a time.
 */
import { GyreError } from '@gyre/core'
import { isTame, vectorOf } from '../../vector-bytes.ts'
import type { Database, Statements } from '../database.ts'

/** How its type and its distance are called: it may be in any schema. */
export type VectorExtension = { readonly type: string; readonly distance: string }

/** One process at a time, of all that use the database; `Gyrv` in ASCII. */
const lock = 0x47797276
const mostDimensions = 16_000
/** Vectors of one transaction: about a megabyte. */
const filledAtOnce = 250

const look = `
  SELECT (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
      WHERE extname = 'vector') AS schema,
    EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') AS is_available,
    EXISTS (SELECT 1 FROM pg_attribute
      WHERE attrelid = 'chunk_vector'::regclass AND attname = 'near' AND NOT attisdropped) AS has_column`
const missing = `
  SELECT cid, embedder, vector FROM chunk_vector
  WHERE NOT is_near AND is_tame AND dimensions BETWEEN 1 AND ${mostDimensions}
  ORDER BY cid LIMIT ${filledAtOnce} FOR UPDATE SKIP LOCKED`

/** Undefined where there is none, or this user may not make use of it: then vectors are scanned. */
export async function openExtension(database: Database): Promise<VectorExtension | undefined> {
  try {
    return await database.transaction(prepared, { mayRepeat: true })
  } catch (error) {
    if (error instanceof GyreError && error.code === 'store-unreachable') throw error
    return undefined
  }
}

async function prepared({ rows }: Statements): Promise<VectorExtension | undefined> {
  await rows('SELECT pg_advisory_xact_lock($1)', [lock])
  const seen = await lookup({ rows })
  if (seen.schema === null) {
    if (!seen.is_available) return undefined
    // Not among our tables: others in this database may use it too.
    await rows('CREATE EXTENSION vector WITH SCHEMA public')
  }
  const schema = seen.schema ?? 'public'
  if (!seen.has_column) await addColumn({ rows }, schema)
  return { type: `${schema}.vector`, distance: `OPERATOR(${schema}.<=>)` }
}

async function lookup({ rows }: Statements) {
  const [seen] = await rows<{ schema: string | null; is_available: boolean; has_column: boolean }>(look)
  return seen ?? { schema: null, is_available: false, has_column: false }
}

/** It goes with the extension, and may come again. It stays in its row when there is room: it is what is looked at most. */
async function addColumn({ rows }: Statements, schema: string): Promise<void> {
  await rows(`ALTER TABLE chunk_vector ADD COLUMN near ${schema}.vector`)
  await rows('ALTER TABLE chunk_vector ALTER COLUMN near SET STORAGE MAIN')
  await rows('UPDATE chunk_vector SET is_near = false WHERE is_near')
}

/** Fills in what was written without the extension. Several may do it at once, each does a part. */
export async function fillIn(database: Database, { type }: VectorExtension): Promise<void> {
  const fill = `
    UPDATE chunk_vector v SET is_near = true, near = given.near::${type}
    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS given (cid, embedder, near)
    WHERE v.cid = given.cid AND v.embedder = given.embedder`
  const part = async ({ rows }: Statements) => {
    const found = await rows<{ cid: number; embedder: string; vector: Uint8Array }>(missing)
    const columns = [
      found.map(({ cid }) => cid),
      found.map(({ embedder }) => embedder),
      found.map(({ vector }) => nearText(vectorOf(vector))),
    ]
    if (found.length > 0) await rows(fill, columns)
    return found.length
  }
  while ((await database.transaction(part, { mayRepeat: true })) > 0);
}

/** Whether it can keep a vector, and compare it with enough digits. */
export function canBeNear(vector: Float32Array): boolean {
  return vector.length >= 1 && vector.length <= mostDimensions && isTame(vector)
}

/** A vector as pgvector reads it. */
export function nearText(vector: Float32Array): string {
  return `[${vector.join(',')}]`
}
