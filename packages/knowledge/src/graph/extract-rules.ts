/** Reads English text for names and relations by rules: no model, and the same each time. */
import { type FoundChunk, foldedName } from '@gyre/core'
import { type ChunkEdge, type EdgeReader, sameAs } from './chunk-edge.ts'
import type { DocumentNames } from './rules/document-names.ts'
import { EarlierSubjects } from './rules/earlier-subjects.ts'
import { EdgeList } from './rules/edge-list.ts'
import { findMentions, type Mention } from './rules/find-mentions.ts'
import { nounFacts } from './rules/noun-facts.ts'
import { plainText } from './rules/plain-text.ts'
import { abbreviations, withAliases } from './rules/same-names.ts'
import { SentenceReader } from './rules/sentence-edges.ts'
import { tableFacts } from './rules/table-facts.ts'
import { subjectOf } from './rules/title-name.ts'
import { tokensOf } from './rules/tokens.ts'
import { sentencesOf } from './sentences.ts'

/** A reader of relations that goes by rules: no model, no cost. */
export const rulesReader: EdgeReader = {
  id: 'rules-1',
  atOnce: 1,
  saveAfter: 64,
  read: async (chunk, document) => edgesByRules(chunk, document),
}

/** More are no help to anybody: a page of names is an index, and tells nothing. */
const mostEdges = 120

export function edgesByRules(chunk: FoundChunk, document: DocumentNames): readonly ChunkEdge[] {
  const { paragraphs, tables } = plainText(chunk.text)
  const title = subjectOf(chunk, document.names)
  const read = paragraphs.flatMap((paragraph) => sentencesIn(paragraph, title, document))
  const names = read.flatMap(({ mentions }) => mentions)
  const edges = new EdgeList()
  edges.add(read.flatMap(({ edges }) => edges))
  edges.add(tables.flatMap(tableFacts))
  edges.add(shortForms(names, document))
  for (const { mentions } of read) edges.addWeak(pairsOf(mentions))
  if (title !== undefined) edges.addWeak(edges.without(names).map((name) => [title, name] as const))
  return edges.list().slice(0, mostEdges)
}

type ReadSentence = { readonly edges: readonly ChunkEdge[]; readonly mentions: readonly Mention[] }

function sentencesIn(
  paragraph: string,
  title: string | undefined,
  { spelling }: DocumentNames,
): readonly ReadSentence[] {
  const earlier = new EarlierSubjects(title)
  return sentencesOf(paragraph).map((sentence) => {
    const tokens = tokensOf(sentence)
    const mentions = findMentions(tokens, spelling)
    const { edges, subject } = new SentenceReader(tokens, (standIn) => earlier.find(standIn)).read(mentions)
    earlier.note(subject, tokens, mentions)
    const told = [...edges.map(withAliases), ...abbreviations(tokens, mentions), ...nounFacts(tokens, mentions)]
    return { edges: told, mentions }
  })
}

function shortForms(mentions: readonly Mention[], { full }: DocumentNames): readonly ChunkEdge[] {
  return mentions.flatMap(({ name }) => {
    const to = full.get(foldedName(name))
    return to === undefined ? [] : [{ from: name, relation: sameAs, to, weight: 1 }]
  })
}

const mostInOneSentence = 6

function pairsOf(mentions: readonly Mention[]): readonly (readonly [string, string])[] {
  const names = [...new Set(mentions.filter(({ kind }) => kind === 'name').map(({ name }) => name))]
  const some = names.slice(0, mostInOneSentence)
  return some.flatMap((one, index) => some.slice(index + 1).map((other) => [one, other] as const))
}
