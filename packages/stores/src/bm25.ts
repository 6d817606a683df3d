/**
 * The constants of BM25, by which every store ranks texts.
 *
 * They are SQLite's, the floor of a word's weight included, so that all stores rank alike:
 * https://sqlite.org/fts5.html#the_bm25_function
 */
export const saturation = 1.2
export const lengthWeight = 0.75
/** A word that more than half of the texts have counts so much, not less than nothing. */
export const leastWeight = 1e-6
