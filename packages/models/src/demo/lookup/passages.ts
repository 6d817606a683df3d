/** Passages as a search gives them, cut into sentences that know where they stand. */

export type Sentence = {
  readonly text: string
  /** The title of the document and the headings above the sentence. */
  readonly headings: readonly string[]
  /** The one before it in the passage: what a pronoun speaks of. */
  readonly before: string
}

/** `[1] Title › Heading`, then a line with the source, then the text, as documents are found. */
const passageHead = /^\[\d+\] (.+)\n.+\(.+, \d+–\d+\)$/gm

/** `1. Title (2026-01-31)`, then an address, then an extract, as pages are found; what is said of it first is no part of it. */
const pageHead = /^\d+\. (.+?)(?: \(\d{4}-\d\d-\d\d\))?\n\s+https?:\/\/\S+\n\s*(?:\([^()\n]*\.\)\s*)?…?/gm

export function sentencesIn(result: string): readonly Sentence[] {
  const passages = [...result.matchAll(passageHead)]
  const heads = passages.length > 0 ? passages : [...result.matchAll(pageHead)]
  if (heads.length === 0) return sentencesOf(result, [])
  return heads.flatMap((match, index) => {
    const text = result.slice(match.index + match[0].length, heads[index + 1]?.index)
    return sentencesOf(text, (match[1] ?? '').split(' › '))
  })
}

/** Blocks in their order; a heading inside of a passage holds for what follows. */
function sentencesOf(text: string, above: readonly string[]): readonly Sentence[] {
  const sentences: Sentence[] = []
  let headings = above
  for (const block of text.split(/\n{2,}/)) {
    const [, heading] = /^#+ (.+)$/.exec(block.trim()) ?? []
    if (heading !== undefined) headings = [...above.slice(0, 1), heading]
    else for (const each of statementsIn(block)) sentences.push({ text: each, headings, before: '' })
  }
  return sentences.map((sentence, index) => ({ ...sentence, before: sentences[index - 1]?.text ?? '' }))
}

function statementsIn(block: string): readonly string[] {
  const lines = block
    .trim()
    .split('\n')
    .map((line) => line.trim())
  if (lines.every((line) => line.startsWith('|'))) return rowsOf(lines)
  return lines
    .flatMap((line) => line.replace(/^[-*] /, '').split(/(?<=[.?!]["”]?)\s+(?=["“*]*[A-Z0-9])/))
    .filter(Boolean)
}

/** A row says of what its columns are: `Keeper: Tobias Wrenn, From: 1871`. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const [names = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return rows.map((cells) => cells.map((cell, index) => `${names[index]}: ${cell}`).join(', '))
}
