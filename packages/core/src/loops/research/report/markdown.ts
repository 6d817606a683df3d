/** The report as Markdown: the answer of the loop. */
import { containedMarkdown } from './contained-markdown.ts'
import { pageLink, plainLine } from './markdown-text.ts'
import type { CitedSource, Report, ReportSection } from './report.ts'
import { earlyNotice, ledgerTable, researchNotes, stopText } from './research-notes.ts'

/** What is told of how it ended, as Markdown: below the abstract, and above the coverage. */
export type Told = { readonly notice: string | undefined; readonly end: string }

/** Nothing that a page or a model wrote leaves its place in it. */
export function reportMarkdown(report: Report, told: Told = toldOf(report)): string {
  const { title, query, abstract, sections, sources, ledger } = report
  const addresses = new Set(sources.map(({ url }) => url))
  const parts = [
    `# ${plainLine(title) || plainLine(query)}`,
    linkless(containedMarkdown(abstract)),
    told.notice ?? '',
    ...(sections.length === 0 ? [nothingFound] : sections.map((section) => sectionText(section, addresses))),
    `## Sources\n\n${sources.length === 0 ? 'None.' : sources.map(sourceLine).join('\n')}`,
    `## How this was researched\n\n${told.end}`,
    `### Coverage\n\n${ledgerTable(ledger)}`,
    researchNotes(report),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function toldOf(report: Report): Told {
  return { notice: earlyNotice(report), end: stopText(report) }
}

const extractNote =
  'This section is made of passages of the sources: no author could be asked, or nothing that one wrote is supported.'

const nothingFound = 'Nothing was found that a report could be written from.'

function sectionText({ title, text, isExtract }: ReportSection, addresses: ReadonlySet<string>): string {
  const note = isExtract ? `\n\n*${extractNote}*` : ''
  return `## ${plainLine(title)}${note}\n\n${containedMarkdown(text, addresses)}`
}

/** An abstract cites nothing, not even by its number. */
function linkless(text: string): string {
  return text.replace(/\](?=[([])/g, ']\\')
}

function sourceLine({ number, title, url, host, publishedAt = '', isPinned }: CitedSource): string {
  const facts = [host === url ? '' : plainLine(host), plainLine(shownDate(publishedAt)), isPinned ? 'pinned' : '']
  return [`${number}. ${pageLink(title.trim() || url, url)}`, ...facts.filter((fact) => fact !== '')].join(', ')
}

/** The day is enough for a reader. */
function shownDate(date: string): string {
  return /^\d{4}-\d{2}-\d{2}(?=T)/.exec(date)?.[0] ?? date
}
