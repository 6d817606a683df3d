/** Whether a text has letters in common with a query, for hits that no word of it vouches for. */
import { queryWords, wordsOf } from '@gyre/core'

/** Shorter runs are in texts about anything; a word with a wrong letter most often still has one of these. */
const runLength = 4

/** Says of a text whether a run of four letters of a word of the query is in one of its words. */
export function sharesLetters(query: string): (text: string) => boolean {
  const runs = new Set(queryWords(query).flatMap(runsOf))
  return (text) => {
    const words = wordsOf(text).join(' ')
    return runs.values().some((run) => words.includes(run))
  }
}

function runsOf(word: string): readonly string[] {
  return Array.from({ length: Math.max(0, word.length - runLength + 1) }, (_, at) => word.slice(at, at + runLength))
}
