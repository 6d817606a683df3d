/** What a whole document shows of its names. Each chunk is read with it, in whatever order and after whatever stop. */
import { type FoundChunk, foldedName } from '@gyre/core'
import { Turns } from '../../turns.ts'
import { sentencesOf } from '../sentences.ts'
import { findMentions, type Spelling } from './find-mentions.ts'
import { useOf } from './name-use.ts'
import { plainText } from './plain-text.ts'
import { ShortNames } from './same-names.ts'
import { titleAsName } from './title-name.ts'
import { isCapitalised, type Token, tokensOf } from './tokens.ts'

export type DocumentNames = {
  readonly spelling: Spelling
  /** Folded names that occur in it. */
  readonly names: ReadonlySet<string>
  /** The full name of a short one, both folded to written: `holt` is `Maren Holt`. */
  readonly full: ReadonlyMap<string, string>
}

type TextOfChunk = Pick<FoundChunk, 'text' | 'title' | 'headings'>
type Sentence = readonly Token[]

/** Of a very long document, its beginning shows how names are written. */
const longestRead = 400_000

export async function documentNames(chunks: readonly TextOfChunk[]): Promise<DocumentNames> {
  const turns = new Turns()
  const [capitalised, small, standing] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const read: (readonly Sentence[])[] = []
  await inTurns(turns, beginningOf(chunks), ({ text }) => {
    const sentences = plainText(text).paragraphs.flatMap(sentencesOf).map(tokensOf)
    for (const tokens of sentences) noteSpelling(tokens, capitalised, small)
    read.push(sentences)
  })
  const spelled = { capitalised, small, standing: new Set<string>() }
  await inTurns(turns, read, (sentences) => {
    for (const tokens of sentences) noteStanding(tokens, spelled, standing)
  })
  const spelling = { capitalised, small, standing }
  const names = new Set<string>()
  const short = new ShortNames(chunks.slice(0, 1).flatMap(({ title }) => titleAsName(title) ?? []))
  await inTurns(turns, read, (sentences) => {
    for (const tokens of sentences) noteNames(tokens, spelling, names, short)
  })
  return { spelling, names, full: short.full() }
}

/** A document may be long: each of its chunks is worked on without a break, and no more. */
async function inTurns<T>(turns: Turns, parts: readonly T[], work: (part: T) => void): Promise<void> {
  for (const part of parts) {
    work(part)
    if (turns.isOver) await turns.give()
  }
}

function beginningOf(chunks: readonly TextOfChunk[]): readonly TextOfChunk[] {
  let length = 0
  const end = chunks.findIndex(({ text }) => {
    const isEnough = length > longestRead
    length += text.length
    return isEnough
  })
  return end < 0 ? chunks : chunks.slice(0, end)
}

function noteSpelling(tokens: Sentence, capitalised: Set<string>, small: Set<string>): void {
  const first = tokens.findIndex(({ kind }) => kind !== 'mark')
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word') continue
    if (!isCapitalised(token)) small.add(token.lower)
    else if (index !== first) capitalised.add(token.lower)
  }
}

function noteStanding(tokens: Sentence, spelling: Spelling, standing: Set<string>): void {
  for (const { kind, name } of findMentions(tokens, spelling)) {
    const folded = kind === 'name' ? foldedName(name) : ''
    if (folded !== '' && !/ (?:of|upon) /.test(folded)) standing.add(folded)
  }
}

function noteNames(tokens: Sentence, spelling: Spelling, names: Set<string>, short: ShortNames): void {
  for (const mention of findMentions(tokens, spelling)) {
    if (mention.kind !== 'name') continue
    names.add(foldedName(mention.name))
    short.note(mention.name, useOf(tokens, mention))
  }
}
