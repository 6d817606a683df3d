/** The report and how it came about: what the loop gives as its details, and what pages are made of. */
import type { Json } from '../../../json.ts'
import type { Spent } from '../../../kernel/context.ts'
import type { StopReason } from '../measure/stop-rule.ts'
import type { Cycle, FailedSource, Topic } from '../state.ts'
import type { Score } from '../verify/verifier.ts'

export type ReportSection = {
  /** The id of its topic. */
  readonly topic: string
  readonly title: string
  /** Markdown; citations are numbers of sources, `[1][3]`. */
  readonly text: string
  /** It is made of the passages themselves: no author could be asked, or nothing that one wrote is supported. */
  readonly isExtract: boolean
  readonly rewrites: number
}

export type CitedSource = {
  /** As it is cited, from 1, in the order of the report. */
  readonly number: number
  readonly id: string
  readonly title: string
  readonly url: string
  readonly host: string
  readonly publishedAt?: string
  readonly isPinned: boolean
  /** What a reader should know of it. */
  readonly remarks: readonly string[]
}

/** What a sentence cites: whether it still says so can be checked. */
export type Citation = {
  readonly section: string
  readonly sentence: string
  readonly number: number
  readonly chunk: string
  readonly source: string
  /** Offsets into the text of the source as it was read. */
  readonly start: number
  readonly end: number
  readonly sha256: string
}

/** A sentence that the passages do not support, or that cites none; marked in the text. */
export type DoubtfulSentence = { readonly section: string; readonly sentence: string; readonly why: readonly string[] }

/** What an author invented and was taken out: citations, links, lists of sources. */
export type RemovedText = { readonly section: string; readonly what: string; readonly why: string }

export type LedgerEntry = {
  readonly topic: string
  readonly title: string
  readonly origin: Topic['origin']
  readonly coverage: number
  readonly passages: number
  readonly sources: number
  readonly hosts: number
  readonly searches: number
  /** `budget`: the research ended for want of it before the topic was covered. */
  readonly status: 'covered' | 'exhausted' | 'budget' | 'open'
}

/** A report with its sections, sources and citations, and the sentences that no source supports. */
export type Report = {
  readonly query: string
  readonly title: string
  readonly abstract: string
  readonly sections: readonly ReportSection[]
  readonly sources: readonly CitedSource[]
  readonly citations: readonly Citation[]
  readonly unsupported: readonly DoubtfulSentence[]
  readonly removed: readonly RemovedText[]
  readonly score: Score
  /** Supported statements in another language than their passages: their words were not looked for. None when left out. */
  readonly translated?: number
  readonly ledger: readonly LedgerEntry[]
  readonly failed: readonly FailedSource[]
  readonly history: readonly Cycle[]
  readonly stop: StopReason
  /** The limit that ended the writing, if one did. */
  readonly limit?: string
  /** The numbers behind it, in a sentence. */
  readonly stopWhy: string
  /** Until the report was written; embeddings are not counted. */
  readonly spent: Spent
}

/** The details of the loop's result: the report, and the state it was written from. */
export type ResearchDetails = Report & { readonly state: Json }
