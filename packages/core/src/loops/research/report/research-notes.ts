/** How a report came about, for its readers: why the research ended, what is doubtful, what failed, what it cost. */
import type { StopReason } from '../measure/stop-rule.ts'
import { codeLine, plainLine, plainSentence } from './markdown-text.ts'
import type { LedgerEntry, Report } from './report.ts'

/** More of them are counted and not listed. */
const mostRemoved = 20
const mostFailed = 50

const stopWords: Readonly<Record<StopReason, string>> = {
  budget: 'its budget was spent',
  cancelled: 'somebody ended it',
  covered: 'every topic was covered',
  diminishing: 'the last rounds brought too little',
  exhausted: 'searches found nothing more',
  no_progress: 'the last rounds found nothing new',
  max_cycles: 'all rounds were done',
}

/** Why the research ended, and the numbers behind it, as Markdown. */
export function stopText({ stop, stopWhy }: Pick<Report, 'stop' | 'stopWhy'>): string {
  return `The research ended because ${stopWords[stop]}. ${plainLine(stopWhy)}`.trim()
}

/** What a reader has to know first, as a line of Markdown: that it came too early, and what it does not cover. */
export function earlyNotice({ stop, limit, ledger }: Pick<Report, 'stop' | 'limit' | 'ledger'>): string | undefined {
  const isEarly = stop === 'budget' || stop === 'cancelled'
  const early = `This report was written before the research was complete: ${stopWords[stop]}.`
  const unwritten = limit !== undefined && !isEarly ? 'The budget ended while this report was written.' : undefined
  const told = [isEarly ? early : undefined, unwritten, uncoveredText({ ledger })].filter((part) => part !== undefined)
  return told.length === 0 ? undefined : told.join(' ')
}

/** The topics that are not covered, as Markdown; undefined when all are. */
export function uncoveredText({ ledger }: Pick<Report, 'ledger'>): string | undefined {
  const topics = uncovered(ledger).map(({ title, coverage }) => ({ title: plainLine(title), coverage }))
  return topics.length === 0 ? undefined : `Topics that are not covered: ${withCoverage(topics)}.`
}

/** Topics in a row, each with its coverage. */
export function withCoverage(topics: readonly Pick<LedgerEntry, 'title' | 'coverage'>[]): string {
  return topics.map(({ title, coverage }) => `${title} (${shownCoverage(coverage)})`).join(', ')
}

function uncovered(ledger: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return ledger.filter(({ status }) => status !== 'covered')
}

/** Cut rather than rounded: what is below a limit must not look as if it were the limit. */
export function shownCoverage(coverage: number): string {
  return (Math.floor(coverage * 100 + 1e-9) / 100).toFixed(2)
}

export function ledgerTable(ledger: readonly LedgerEntry[]): string {
  if (ledger.length === 0) return 'There was no topic.'
  const rows = ledger.map(({ title, coverage, passages, sources, searches, status }) =>
    [plainLine(title), shownCoverage(coverage), passages, sources, searches, status].join(' | '),
  )
  const head = ['Topic | Coverage | Passages | Sources | Searches | Status', '--- | ---: | ---: | ---: | ---: | ---']
  return [...head, ...rows].map((row) => `| ${row} |`).join('\n')
}

/** Everything but the topics, as Markdown below headings of the third level. */
export function researchNotes(report: Report): string {
  const titles = new Map(report.sections.map(({ topic, title }) => [topic, title]))
  const placeOf = (section: string) => `“${plainLine(titles.get(section) ?? section)}”`
  const parts = {
    'Remarks on sources': listOr(remarksOn(report.sources), ''),
    'Statements without support': listOr(
      report.unsupported.map(({ sentence, why, section }) => {
        const reasons = why.map(plainLine).join('; ')
        return `“${plainSentence(sentence)}” in ${placeOf(section)}${reasons && `: ${reasons}`}`
      }),
      'None.',
    ),
    'Taken out': listOr(
      report.removed.map(({ what, why, section }) => `${codeLine(what)} in ${placeOf(section)}: ${plainLine(why)}`),
      'Nothing.',
      mostRemoved,
    ),
    'Sources that failed': listOr(
      report.failed.map(({ url, reason }) => `${codeLine(url)}: ${plainLine(reason)}`),
      'None.',
      mostFailed,
    ),
    Checks: checksText(report),
    Cost: costText(report),
  }
  return Object.entries(parts)
    .filter(([, text]) => text !== '')
    .map(([heading, text]) => `### ${heading}\n\n${text}`)
    .join('\n\n')
}

/** Many sources have the same: each is told once. */
function remarksOn(sources: Report['sources']): readonly string[] {
  const remarks = sources.flatMap(({ number, remarks: all }) => all.map((remark) => ({ number, remark })))
  return [...Map.groupBy(remarks, ({ remark }) => remark)].map(([remark, of]) => {
    const numbers = [...new Set(of.map(({ number }) => number))]
    return `Source${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}: ${plainLine(remark)}`
  })
}

function listOr(items: readonly string[], none: string, most = items.length): string {
  if (items.length === 0) return none
  const left = items.length - most
  const listed = items.slice(0, most).map((item) => `- ${item}`)
  return [...(left > 0 ? [`${items.length} in all; the first ${most}:`, ''] : []), ...listed].join('\n')
}

function checksText({ score, translated = 0 }: Pick<Report, 'score' | 'translated'>): string {
  const { cited, supported, unsupported, uncited, precision, recall } = score
  const claims = cited + uncited
  return [
    cited === 0
      ? '- Citation precision: nothing was checked, for no statement cites anything.'
      : `- Citation precision ${shownCoverage(precision)}: what is cited supports ${supported} of ${cited} statements that cite something.`,
    claims === 0
      ? '- Citation recall: nothing was checked, for no statement needs a source.'
      : `- Citation recall ${shownCoverage(recall)}: ${supported} of ${claims} statements that need a source are supported by one.`,
    `- ${counted(unsupported, 'statement')} not supported, ${uncited} without a source; each is marked in the text.`,
    ...(translated === 0
      ? []
      : [
          `- ${counted(translated, 'supported statement')} in another language than the source: only figures, names and quotations were checked.`,
        ]),
  ].join('\n')
}

function costText({ spent }: Pick<Report, 'spent'>): string {
  const { modelCalls, toolCalls, inputTokens, outputTokens, costUsd } = spent
  const tokens = `${inputTokens} tokens read and ${outputTokens} written`
  const cost = costUsd === null ? 'the price is not known' : `$${Number(costUsd.toPrecision(3))}`
  return `${counted(modelCalls, 'model call')}, ${counted(toolCalls, 'tool call')}, ${tokens}; ${cost}. Embeddings are not counted.`
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
