/** Passages as a search gives them, cut into sentences that know where they stand. */

export type Sentence = {
  readonly text: string
  /** The title of the document and the headings above the sentence. */
  readonly headings: readonly string[]
  /** The one before it in the passage: what a pronoun speaks of. */
  readonly before: string
}

/** `[1] Title › Heading`, then a line with the source, then the text, as documents are found. */
const passageHead = /^\[\d+\] (.+)\n(?=.+\([^,\n]).+, \d+–\d+\)$/gm

/** `1. Title (2026-01-31)`, then an address, then an extract, as pages are found; what is said of it first is no part of it. */
const pageHead = /^\d+\. (.+?)(?: \(\d{4}-\d\d-\d\d\))?\n\s+https?:\/\/\S+\n\s*(?:\([^()\n]*\.\)\s*)?…?/gm

/** `[1] Title (address): a sentence`, as a graph shows what it rests on. */
const reference = /^\[\d+\] (.+?) \((?:https?:\/\/[^\s()]+|[^()\n]+)\): (.+)$/gm

export function sentencesIn(result: string): readonly Sentence[] {
  const passages = [...result.matchAll(passageHead)]
  const heads = passages.length > 0 ? passages : [...result.matchAll(pageHead)]
  if (heads.length === 0) {
    const references = [...result.matchAll(reference)]
    if (references.length === 0) return sentencesOf(result, [])
    return references.flatMap(([, title = '', text = '']) => sentencesOf(text, [title]))
  }
  return heads.flatMap((match, index) => {
    const text = result.slice(match.index + match[0].length, heads[index + 1]?.index)
    return sentencesOf(text, (match[1] ?? '').split(' › '))
  })
}

/** Headings stand on lines of their own, or in between where lines were joined. */
const beforeHeading = /(?<![ \t])[ \t]+(?=#{2,6} \S)/g
const headingLine = /^[ \t]*#{1,6} .+$/gm

/** Blocks in their order; a heading inside of a passage holds for what follows. */
function sentencesOf(text: string, above: readonly string[]): readonly Sentence[] {
  const sentences: Sentence[] = []
  let headings = above
  for (const block of text
    .replace(beforeHeading, '\n')
    .replace(headingLine, '\n\n$&\n\n')
    .split(/\n{2,}/)) {
    const [, title] = /^#+ (?:\d+(?:\.\d+)*\.? )?(.+)$/.exec(block.trim()) ?? []
    const { heading, said } = title === undefined ? { heading: undefined, said: statementsIn(block) } : read(title)
    if (title !== undefined) headings = [...above.slice(0, 1), ...(heading === undefined ? [] : [heading])]
    for (const each of said) sentences.push({ text: each, headings, before: '' })
  }
  return sentences.map((sentence, index) => ({ ...sentence, before: sentences[index - 1]?.text ?? '' }))
}

type Headed = { readonly heading: string | undefined; readonly said: readonly string[] }

/** Where lines were joined, a heading has run into the sentence below it, and nobody knows where it ends: neither counts. */
function read(title: string): Headed {
  const [, ...others] = statementsIn(title)
  const isJoined = others.length > 0 || /[.…]["”]?$/.test(title)
  return isJoined ? { heading: undefined, said: others } : { heading: title, said: [] }
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
