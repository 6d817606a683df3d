/** The report as Markdown: the answer of the loop. */
import { containedMarkdown } from './contained-markdown.ts'
import { pageLink, plainLine } from './markdown-text.ts'
import type { CitedSource, Report, ReportSection } from './report.ts'
import { earlyNotice, ledgerTable, researchNotes, stopText } from './research-notes.ts'

/** Nothing that a page or a model wrote leaves its place in it. */
export function reportMarkdown(report: Report): string {
  const { title, query, abstract, sections, sources, ledger } = report
  const parts = [
    `# ${plainLine(title) || plainLine(query)}`,
    linkless(containedMarkdown(abstract)),
    earlyNotice(report) ?? '',
    ...(sections.length === 0 ? [nothingFound] : sections.map(sectionText)),
    `## Sources\n\n${sources.length === 0 ? 'None.' : sources.map(sourceLine).join('\n')}`,
    `## How this was researched\n\n${stopText(report)}`,
    `### Coverage\n\n${ledgerTable(ledger)}`,
    researchNotes(report),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const nothingFound = 'Nothing was found that a report could be written from.'

function sectionText({ title, text, isExtract }: ReportSection): string {
  const note = isExtract ? '\n\n*This section is made of passages of the sources: no author could be asked.*' : ''
  return `## ${plainLine(title)}${note}\n\n${containedMarkdown(text)}`
}

/** Links in sections were held against the sources; nobody looked at those of the abstract. */
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
