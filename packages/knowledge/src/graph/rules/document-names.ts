/** What a whole document shows of its names. Each chunk is read with it, in whatever order and after whatever stop. */
import { type FoundChunk, foldedName } from '@gyre/core'
import { sentencesOf } from '../sentences.ts'
import { findMentions, type Spelling } from './find-mentions.ts'
import { plainText } from './plain-text.ts'
import { fullNames } from './same-names.ts'
import { titleAsName } from './title-name.ts'
import { isCapitalised, type Token, tokensOf } from './tokens.ts'

export type DocumentNames = {
  readonly spelling: Spelling
  /** Folded names that occur in it. */
  readonly names: ReadonlySet<string>
  /** The full name of a short one, both folded to written: `holt` is `Maren Holt`. */
  readonly full: ReadonlyMap<string, string>
}

/** Of a very long document, its beginning shows how names are written. */
const longestRead = 400_000

export function documentNames(chunks: readonly Pick<FoundChunk, 'text' | 'title' | 'headings'>[]): DocumentNames {
  const sentences = sentencesOfAll(chunks)
  const spelled = spellingOf(sentences)
  const standing = new Set(
    namesIn(sentences, spelled)
      .map(foldedName)
      .filter((name) => !/ (?:of|upon) /.test(name)),
  )
  const spelling = { ...spelled, standing }
  const written = namesIn(sentences, spelling)
  const titles = chunks.slice(0, 1).flatMap(({ title }) => titleAsName(title) ?? [])
  return { spelling, names: new Set(written.map(foldedName)), full: fullNames([...titles, ...written]) }
}

function sentencesOfAll(
  chunks: readonly Pick<FoundChunk, 'text' | 'title' | 'headings'>[],
): readonly (readonly Token[])[] {
  const sentences: (readonly Token[])[] = []
  let length = 0
  for (const { text } of chunks) {
    if (length > longestRead) break
    length += text.length
    for (const paragraph of plainText(text).paragraphs) sentences.push(...sentencesOf(paragraph).map(tokensOf))
  }
  return sentences
}

function spellingOf(sentences: readonly (readonly Token[])[]): Spelling {
  const capitalised = new Set<string>()
  const small = new Set<string>()
  for (const tokens of sentences) {
    const first = tokens.findIndex(({ kind }) => kind !== 'mark')
    for (const [index, token] of tokens.entries()) {
      if (token.kind !== 'word') continue
      if (!isCapitalised(token)) small.add(token.lower)
      else if (index !== first) capitalised.add(token.lower)
    }
  }
  return { capitalised, small, standing: new Set() }
}

function namesIn(sentences: readonly (readonly Token[])[], spelling: Spelling): readonly string[] {
  return sentences.flatMap((tokens) =>
    findMentions(tokens, spelling)
      .filter(({ kind }) => kind === 'name')
      .map(({ name }) => name),
  )
}
