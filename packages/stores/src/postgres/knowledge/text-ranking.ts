/**
 * BM25 in SQL, as every store has it: of all texts, whoever's they are, come the weights of words.
 *
 * The parts of a score are added in the order of the query: texts that are alike get the same score to the last digit,
 * and ids decide among them.
 */
import { queryWords } from '@gyre/core'
import { leastWeight, lengthWeight, saturation } from '../../bm25.ts'
import { storedWord } from './word-counts.ts'

/** The different words to look for. */
export function askedWords(query: string): readonly string[] {
  return [...new Set(queryWords(query).map(storedWord))]
}

/**
 * `corpus`: how many texts there are, and how many words one has on average. `weighed`: the words of the array $1 with
 * their weights.
 */
export function weighedWords(of: { readonly corpus: string; readonly texts: string; readonly table: string }): string {
  return `
    corpus AS (${of.corpus}),
    counted AS (
      SELECT asked.word, asked.turn, ${of.texts}::double precision AS texts
      FROM unnest($1::text[]) WITH ORDINALITY AS asked (word, turn) JOIN ${of.table} w ON w.word = asked.word COLLATE "C"
      GROUP BY asked.word, asked.turn
    ),
    rated AS (
      SELECT word, turn, ln((corpus.texts - counted.texts + 0.5) / (counted.texts + 0.5)) AS weight FROM counted, corpus
    ),
    weighed AS MATERIALIZED (
      SELECT word, turn, CASE WHEN weight > 0 THEN weight ELSE ${leastWeight} END AS weight, mean
      FROM rated, corpus
    )`
}

/** The sum of the parts of a score. */
export function scoreOf({ times, length }: { readonly times: string; readonly length: string }): string {
  const damping = `${saturation} * (1 - ${lengthWeight} + ${lengthWeight} * (${length} / q.mean))`
  return `sum(q.weight * ((${times} * ${saturation + 1}) / (${times} + ${damping})) ORDER BY q.turn)`
}
