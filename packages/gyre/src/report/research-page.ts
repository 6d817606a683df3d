/** A report as an HTML page: the text, its sources, and how it was researched. */
import { earlyNotice, type Report, researchNotes, shownCoverage, stopText } from '@gyre/core'
import { escaped } from '@gyre/lab'
import { type CitationLinks, citationLinks, sourceAnchor } from './citation-links.ts'
import { gainPlot } from './gain-plot.ts'
import { page } from './page.ts'
import { renderedMarkdown } from './rendered-markdown.ts'

/** Fewer sections are seen at a glance. */
const fewSections = 3
/** More places that cite a source would bury it. */
const mostBackLinks = 20

export function researchPage(report: Report): string {
  const { title, query, abstract, sections, sources } = report
  const addresses = new Set(sources.map(({ url }) => url))
  const links = citationLinks(new Set(sources.map(({ number }) => number)))
  const notice = earlyNotice(report)
  const parts = [
    `<h1>${escaped(title || query)}</h1>`,
    title === '' || title === query ? '' : `<p class="question">${escaped(query)}</p>`,
    `<div class="abstract">${renderedMarkdown(abstract, { highest: 3, addresses: new Set() })}</div>`,
    notice === undefined ? '' : `<div class="notice" role="note">${renderedMarkdown(notice)}</div>`,
    contents(report),
    // Citations are counted as they come: the list of sources is made last.
    ...sections.map((section, at) => sectionPart(section, { at: at + 1, links, addresses })),
    sections.length === 0 ? '<p>Nothing was found that a report could be written from.</p>' : '',
    `<h2 id="sources">Sources</h2>`,
    sourceList(report, links),
    `<h2 id="research">How this was researched</h2>`,
    renderedMarkdown(stopText(report)),
    `<h3>Coverage</h3>`,
    ledgerPart(report),
    `<div class="wide">\n${gainPlot(report)}</div>`,
    renderedMarkdown(researchNotes(report)),
  ]
  return page(title || query, parts.filter((part) => part !== '').join('\n'))
}

function contents({ sections }: Report): string {
  if (sections.length < fewSections) return ''
  const titles = sections.map(({ title }, at) => [`section-${at + 1}`, title] as const)
  const all = [...titles, ['sources', 'Sources'], ['research', 'How this was researched']] as const
  const items = all.map(([anchor, title]) => `<li><a href="#${anchor}">${escaped(title)}</a></li>`)
  return `<nav aria-label="Contents">\n<ol>\n${items.join('\n')}\n</ol>\n</nav>`
}

type Place = { readonly at: number; readonly links: CitationLinks; readonly addresses: ReadonlySet<string> }

function sectionPart({ title, text, isExtract }: Report['sections'][number], { at, links, addresses }: Place): string {
  const note =
    'This section is made of passages of the sources: no author could be asked, or nothing that one wrote is supported.'
  const body = links.linked(marked(renderedMarkdown(text, { highest: 3, addresses })))
  return [
    `<section aria-labelledby="section-${at}">`,
    `<h2 id="section-${at}">${escaped(title)}</h2>`,
    ...(isExtract ? [`<p class="extract">${note}</p>`] : []),
    body,
    '</section>',
  ].join('\n')
}

/** Behind a sentence that is doubtful stands a note that says so. */
function marked(html: string): string {
  return html.replace(/<em>(\((?:unsupported|no source given|wording not found)[^<]*\))<\/em>/g, '<mark>$1</mark>')
}

function sourceList({ sources }: Report, links: CitationLinks): string {
  if (sources.length === 0) return '<p>None.</p>'
  const items = sources.map(({ number, title, url, host, publishedAt = '', isPinned }) => {
    const facts = [host === url ? '' : host, publishedAt.replace(/T.*/s, ''), isPinned ? 'pinned' : ''].filter(
      (fact) => fact !== '',
    )
    const named = /^https?:\/\//i.test(url)
      ? `<a href="${escaped(url)}" rel="noopener noreferrer nofollow">${escaped(title.trim() || url)}</a>`
      : `${escaped(title)} <code>${escaped(url)}</code>`
    return `<li id="${sourceAnchor(number)}" value="${number}">${named} <span class="facts">${escaped(facts.join(', '))}</span>${backLinks(links.anchorsOf(number))}</li>`
  })
  return `<ol class="sources">\n${items.join('\n')}\n</ol>`
}

function backLinks(anchors: readonly string[]): string {
  if (anchors.length === 0) return ''
  const shown = anchors.slice(0, mostBackLinks)
  const places = shown.map((anchor, at) => `<a href="#${anchor}" aria-label="Place ${at + 1}">${at + 1}</a>`)
  return ` <span class="back">cited${places.join('')}${anchors.length > shown.length ? ' …' : ''}</span>`
}

function ledgerPart({ ledger }: Report): string {
  if (ledger.length === 0) return '<p>There was no topic.</p>'
  const rows = ledger.map(({ title, coverage, passages, sources, searches, status }) => {
    const share = Math.round(Math.min(1, Math.max(0, coverage)) * 100)
    const bar = `<span class="bar" aria-hidden="true"><span style="width:${share}%"></span></span>`
    const counts = [passages, sources, searches].map((count) => `<td class="n">${count}</td>`).join('')
    return `<tr><td>${escaped(title)}</td><td class="n">${bar}${shownCoverage(coverage)}</td>${counts}<td>${status}</td></tr>`
  })
  const numeric = ['Coverage', 'Passages', 'Sources', 'Searches'].map((name) => `<th class="n">${name}</th>`)
  const head = `<th>Topic</th>${numeric.join('')}<th>Status</th>`
  return `<div class="wide"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table></div>`
}
