/** Which names of the graph a question is about. */
import { foldedName, type KnowledgeEdge, placedWords } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { Turns } from '../turns.ts'
import { isAttribute } from './attribute-name.ts'
import { mentionedWith } from './chunk-edge.ts'
import { isFunctionWord } from './rules/word-lists.ts'

const longestName = 6
const mostWords = 64
const mostNames = 12
const nearestChunks = 20
/** Of these, as many are read for names. */
const askedChunks = 4
const namesOfChunks = 6

type Word = { readonly folded: string; readonly isCapitalised: boolean }
type Gram = { readonly start: number; readonly end: number; readonly name: string }

export type Linked = {
  /** Those in the question, in its order; when it has none, those nearby. */
  readonly names: readonly string[]
  /** Those that the chunks nearest to its words tell of, most told first. */
  readonly nearby: readonly string[]
  /** Chunks by how near their words are to those of the question. */
  readonly chunks: readonly string[]
}

export async function linkNames(shelf: Shelf, question: string): Promise<Linked> {
  const names = await namesIn(shelf, question)
  const ranked = await shelf.store.rankByText(question, { owner: shelf.owner, limit: nearestChunks })
  const chunks = ranked.map(({ chunk }) => chunk)
  const nearby = await namesOf(shelf, chunks.slice(0, askedChunks))
  return { names: names.length > 0 ? names : nearby, nearby, chunks }
}

/** Longest first, none inside another. */
async function namesIn({ store, owner }: Shelf, question: string): Promise<readonly string[]> {
  const turns = new Turns()
  const taken = new Set<number>()
  const found: { readonly start: number; readonly name: string }[] = []
  for (const { start, end, name } of gramsOf(askedWords(question))) {
    const isTaken = Array.from({ length: end - start }, (_, at) => start + at).some((at) => taken.has(at))
    if (isTaken) continue
    const [edge] = await store.edgesOf(owner, [name], 1)
    if (turns.isOver) await turns.give()
    if (!edge) continue
    for (let at = start; at < end; at++) taken.add(at)
    found.push({ start, name: foldedName(edge.from) === name ? edge.from : edge.to })
  }
  const inOrder = found.sort((a, b) => a.start - b.start).map(({ name }) => name)
  return [...new Set(inOrder)].slice(0, mostNames)
}

function askedWords(question: string): readonly Word[] {
  const text = question.replaceAll(/['’]s(?![\p{L}\p{N}])/gu, '')
  return placedWords(text)
    .slice(0, mostWords)
    .map(({ word, start, end }) => ({
      folded: word,
      isCapitalised: /^[\p{Lu}\p{Lo}\p{N}]/u.test(text.slice(start, end)),
    }))
}

function gramsOf(words: readonly Word[]): readonly Gram[] {
  const isPlain = !words.some(({ isCapitalised }, at) => at > 0 && isCapitalised)
  const grams: Gram[] = []
  for (let length = Math.min(longestName, words.length); length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const part = words.slice(start, start + length)
      const name = part.map(({ folded }) => folded).join(' ')
      if (canBeName(part, isPlain)) grams.push({ start, end: start + length, name })
    }
  }
  return grams
}

/** One small word is a name only in a question that is written small throughout: `works` is seldom the Works. */
function canBeName(part: readonly Word[], isPlain: boolean): boolean {
  const [first, last] = [part[0], part.at(-1)]
  if (!first || !last || isFunctionWord(last.folded)) return false
  if (isFunctionWord(first.folded) && first.folded !== 'the') return false
  return part.length > 1 || isPlain || first.isCapitalised
}

async function namesOf({ store }: Shelf, chunks: readonly string[]): Promise<readonly string[]> {
  const edges = await store.edgesIn(chunks)
  const byName = new Map<string, { readonly name: string; weight: number }>()
  for (const { name, weight } of edges.flatMap(endsOf)) {
    const known = byName.get(foldedName(name))
    if (known) known.weight += weight
    else byName.set(foldedName(name), { name, weight })
  }
  return [...byName]
    .sort(([a, one], [b, other]) => other.weight - one.weight || (a < b ? -1 : 1))
    .slice(0, namesOfChunks)
    .map(([, { name }]) => name)
}

function endsOf({
  from,
  relation,
  to,
  weight,
}: KnowledgeEdge): readonly { readonly name: string; readonly weight: number }[] {
  const names = relation === mentionedWith ? [] : [from, to]
  return names.filter((name) => !isAttribute(name)).map((name) => ({ name, weight }))
}
