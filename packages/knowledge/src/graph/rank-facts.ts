/** Edges that say the same as one fact, and which facts come first. */
import { foldedName, type KnowledgeEdge, wordsOf } from '@gyre/core'
import { isFormOf } from '../word-forms.ts'
import { mentionedWith } from './chunk-edge.ts'
import type { GraphAround } from './graph-around.ts'
import { shownName, shownRelation } from './plain-words.ts'
import { isFunctionWord } from './rules/word-lists.ts'

export type RankedFact = {
  /** As the first edge names it, with the full name beside it. */
  readonly from: string
  readonly relation: string
  readonly to: string
  /** The node that `from` is a name of. */
  readonly source: string
  readonly score: number
  /** That tell of it, heaviest first. */
  readonly edges: readonly KnowledgeEdge[]
}

export type Asked = {
  readonly question: string
  /** Of the graph, that are in it. */
  readonly names: readonly string[]
  /** Whose words are nearest to those of the question, nearest first. */
  readonly chunks: readonly string[]
}

const longestQuestion = 2_000
/** What the nearest chunk adds to the facts it tells. */
const nearChunk = 2
/** How much each word that a fact shares with the question adds to it. */
const sharedWord = 0.75
/** Being told often makes a fact no truer than this. */
const mostWeight = 1.5

/** By how near both its ends are to the names asked for, how sure it is, and what of the question it speaks of. */
export function rankFacts({ edges, merged, ranks }: GraphAround, asked: Asked): readonly RankedFact[] {
  const words = askedWords(asked)
  const nearest = new Map(asked.chunks.map((chunk, index) => [chunk, 1 - index / asked.chunks.length]))
  const groups = Map.groupBy(edges, ({ source, relation, target }) => JSON.stringify(endsOf(source, relation, target)))
  const facts = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const relation = shownRelation(first.relation)
    const from = withLabel(first.from, merged.labelOf(first.source))
    const to = withLabel(first.to, merged.labelOf(first.target))
    const weight = Math.min(
      mostWeight,
      group.reduce((sum, edge) => sum + edge.weight, 0),
    )
    const nearness = Math.sqrt((ranks.get(first.source) ?? 0) * (ranks.get(first.target) ?? 0))
    const shared = sharedWords(words, `${from} ${relation} ${to}`)
    const chunk = group.reduce((best, edge) => Math.max(best, nearest.get(edge.chunk) ?? 0), 0)
    const score = nearness * weight * (1 + sharedWord * shared) * (1 + nearChunk * chunk)
    return [{ from, relation, to, source: first.source, score, edges: group }]
  })
  return facts.sort((a, b) => b.score - a.score || (textOf(a) < textOf(b) ? -1 : 1))
}

/** What is told stays in the words of who tells it: `ABA (American Bar Association)`. */
function withLabel(name: string, label: string): string {
  const [shown, full] = [shownName(name), shownName(label)]
  return foldedName(shown) === foldedName(full) ? shown : `${shown} (${full})`
}

/** Being mentioned together has no direction. */
function endsOf(source: string, relation: string, target: string): readonly string[] {
  const isTurned = relation === mentionedWith && target < source
  return isTurned ? [target, relation, source] : [source, relation, target]
}

function askedWords({ question, names }: Asked): readonly string[] {
  const known = new Set(names.flatMap(wordsOf))
  const words = wordsOf(question.slice(0, longestQuestion)).filter((word) => word.length > 2)
  return [...new Set(words)].filter((word) => !known.has(word) && !isFunctionWord(word))
}

function sharedWords(asked: readonly string[], text: string): number {
  const words = wordsOf(text)
  return asked.filter((word) => words.some((other) => isFormOf(word, other))).length
}

function textOf({ from, relation, to }: RankedFact): string {
  return `${from}\n${relation}\n${to}`
}
