/** What sessions learned. Its words are counted anew, as whoever puts a memory does. */
import type { Statements } from '../postgres/database.ts'
import { wordCounts } from '../postgres/knowledge/word-counts.ts'
import type { MovedTable, SourceRow, SourceValue } from './tables.ts'

export const memories: MovedTable = {
  name: 'memory',
  from: `
    SELECT mid, id, owner, session, key, kind, at, expires_at, embedder, data, text, vector, text AS words FROM memory`,
  place: ['mid'],
  columns: {
    mid: 'bigint',
    id: 'text',
    owner: 'text',
    session: 'text',
    key: 'text',
    kind: 'text',
    at: 'double precision',
    expires_at: 'double precision',
    embedder: 'text',
    data: 'text',
    text: 'text',
    vector: 'bytea',
    words: 'integer',
  },
  write: { words: (text) => countsOf(text).length },
  numbers: 'mid',
}

/** Words of one statement. */
const wordsAtOnce = 50_000

const insertWords = `
  INSERT INTO memory_word (word, mid, times) SELECT * FROM unnest($1::text[], $2::bigint[], $3::integer[])`

/** Writes the words of memories that are there already. */
export async function moveMemoryWords({ rows }: Statements, part: readonly SourceRow[]): Promise<void> {
  const words = part.flatMap(({ mid, text }) =>
    [...countsOf(text ?? null).counts].map(([word, times]) => ({ word, mid, times })),
  )
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    const some = words.slice(at, at + wordsAtOnce)
    await rows(insertWords, [some.map(({ word }) => word), some.map(({ mid }) => mid), some.map(({ times }) => times)])
  }
}

function countsOf(text: SourceValue) {
  return wordCounts(JSON.parse(String(text)) as string)
}
