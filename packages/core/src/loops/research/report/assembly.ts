/** Puts a report together: sources numbered as they are first cited, and all that is known of how it came about. */
import type { Spent } from '../../../kernel/context.ts'
import { sha256Of } from '../../../text/sha256.ts'
import type { Config } from '../config.ts'
import { passagesOf } from '../coverage.ts'
import { freshEffort } from '../measure/starvation.ts'
import type { StopReason } from '../measure/stop-rule.ts'
import type { Front } from '../schema.ts'
import { type Chunk, type ResearchState, type Source, sourcesById } from '../state.ts'
import { topicStatus } from '../topic-status.ts'
import { markedText, numberedText } from '../verify/verified-text.ts'
import { scoreOf } from '../verify/verifier.ts'
import type { Section } from '../writing.ts'
import type {
  Citation,
  CitedSource,
  DoubtfulSentence,
  LedgerEntry,
  RemovedText,
  Report,
  ReportSection,
} from './report.ts'

/** Sections with their numbers, and the sources these stand for. */
export type Numbered = {
  readonly sections: readonly ReportSection[]
  readonly sources: readonly CitedSource[]
  readonly citations: readonly Citation[]
}

/** A source has one number, however many of its passages are cited. */
export function numbered(state: ResearchState, sections: readonly Section[]): Numbered {
  const chunks = new Map(state.chunks.map((chunk) => [chunk.id, chunk]))
  const sources = sourcesById(state)
  const numbers = new Map<string, number>()
  const numberOf = (chunk: string) => {
    const source = chunks.get(chunk)?.source ?? ''
    const number = numbers.get(source) ?? numbers.size + 1
    numbers.set(source, number)
    return number
  }
  const written = sections.map(({ topic, verification, isExtract, rewrites }): ReportSection => {
    const text = numberedText(markedText(verification), numberOf)
    return { topic: topic.id, title: topic.title, text, isExtract, rewrites }
  })
  const citations = sections.flatMap((section) => citationsIn(section, chunks, numberOf))
  const cited = [...numbers]
    .map(([id, number]) => citedSource(sources.get(id), number))
    .filter((each) => each !== undefined)
  return { sections: written, sources: cited, citations }
}

function citationsIn(
  { topic, verification }: Section,
  chunks: ReadonlyMap<string, Chunk>,
  numberOf: (chunk: string) => number,
) {
  return verification.sentences.flatMap(({ text, cites }) =>
    cites.flatMap((id): readonly Citation[] => {
      const chunk = chunks.get(id)
      if (!chunk) return []
      const { source, start, end } = chunk
      const sha256 = sha256Of(chunk.text)
      return [{ section: topic.id, sentence: text.trim(), number: numberOf(id), chunk: id, source, start, end, sha256 }]
    }),
  )
}

function citedSource(source: Source | undefined, number: number): CitedSource | undefined {
  if (!source) return undefined
  const { id, title, url, host, publishedAt, isPinned, remarks } = source
  return { number, id, title, url, host, ...(publishedAt && { publishedAt }), isPinned, remarks }
}

/** What is not in the sections themselves. */
export type Surroundings = {
  readonly front: Front
  readonly stop: StopReason
  readonly stopWhy: string
  readonly spent: Spent
  readonly config: Config
  readonly limit?: string | undefined
}

export function reportOf(state: ResearchState, sections: readonly Section[], given: Surroundings & Numbered): Report {
  const { front, config, stop, stopWhy, limit, spent, sections: written, sources, citations } = given
  const translated = sections.reduce((sum, { verification }) => sum + verification.translated, 0)
  return {
    query: state.query,
    ...front,
    sections: written,
    sources,
    citations,
    unsupported: sections.flatMap(doubtfulIn),
    removed: sections.flatMap(removedFrom),
    score: scoreOf(sections.map(({ verification }) => verification)),
    ...(translated > 0 && { translated }),
    ledger: ledgerOf(state, config, stop),
    failed: failedIn(state),
    history: state.history,
    stop,
    stopWhy,
    ...(limit !== undefined && { limit }),
    spent,
  }
}

function doubtfulIn({ topic, verification }: Section): readonly DoubtfulSentence[] {
  return verification.sentences.flatMap(({ text, verdict, faults }) => {
    if (verdict !== 'unsupported' && verdict !== 'uncited') return []
    const why = verdict === 'uncited' ? ['It cites no source.'] : faults.map((fault) => fault.why)
    return [{ section: topic.id, sentence: text.trim(), why }]
  })
}

function removedFrom({ topic, removed }: Section): readonly RemovedText[] {
  return removed.map(({ what, why }) => ({ section: topic.id, what, why }))
}

/** Searches that failed gave nothing either. */
function failedIn({ failed, results }: ResearchState): Report['failed'] {
  const searches = results.flatMap(({ query, failure }) =>
    failure ? [{ url: `search: ${query}`, reason: failure }] : [],
  )
  return [...failed, ...searches]
}

function ledgerOf(state: ResearchState, config: Config, stop: StopReason): readonly LedgerEntry[] {
  const isCutShort = stop === 'budget'
  return state.outline.map(({ id, title, origin }, at) => {
    const found = passagesOf(state, at)
    const status = topicStatus(state, at, config)
    return {
      topic: id,
      title,
      origin,
      coverage: state.lastCoverageVector[at] ?? 0,
      passages: found.length,
      sources: new Set(found.map(({ source }) => source)).size,
      hosts: new Set(found.map(({ host }) => host)).size,
      searches: (state.effortByTopic.get(id) ?? freshEffort).searches,
      // Whether it had nothing more to give is not known of one whose pages were left unread.
      status: isCutShort && status !== 'covered' ? 'budget' : status,
    }
  })
}
