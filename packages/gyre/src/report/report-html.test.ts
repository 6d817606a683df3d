import type { Report } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { lakeReport } from '../../test/research-report.ts'
import { answerPage } from './answer-page.ts'
import { reportHtml } from './report-html.ts'

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>![i](http://evil.example/i.png)[l](javascript:x)`

/** The same words wherever a page or a model may write. */
const hostileReport: Report = {
  ...lakeReport,
  query: hostile,
  title: hostile,
  abstract: hostile,
  sections: lakeReport.sections.map((section) => ({ ...section, title: hostile, text: `${hostile}\n\n[1]: x` })),
  sources: lakeReport.sources.map((source) => ({
    ...source,
    title: hostile,
    url: hostile,
    host: hostile,
    publishedAt: hostile,
    remarks: [hostile],
  })),
  unsupported: [{ section: 't1', sentence: hostile, why: [hostile] }],
  removed: [{ section: 't1', what: hostile, why: hostile }],
  ledger: lakeReport.ledger.map((entry) => ({ ...entry, title: hostile })),
  failed: [{ url: hostile, reason: hostile }],
  stopWhy: hostile,
}

describe('a report as a page', () => {
  it('has the text, with citations that lead to the sources and back', async () => {
    const html = await reportHtml(lakeReport)
    expect(html).toContain('<h1>Crossing the lake</h1>\n<p class="question">How do people cross the lake?</p>')
    expect(html).toContain('<div class="abstract"><p>Most people take a ferry.</p></div>')
    expect(html).toContain('<h2 id="section-1">Ferries</h2>')
    expect(html).toContain('There are three ferries <a class="cite" id="cite-1-1" href="#source-1">[1]</a>')
    expect(html).toContain(
      '<li id="source-1" value="1"><a href="https://lake.example/ferries" rel="noopener noreferrer nofollow">Ferries of the lake</a> <span class="facts">lake.example, 2024-05-01</span> <span class="back">cited<a href="#cite-1-1" aria-label="Place 1">1</a><a href="#cite-1-2" aria-label="Place 2">2</a></span></li>',
    )
    expect(html).toContain('value="2">Our notes <code>notes/lake.md</code> <span class="facts">pinned</span>')
  })

  it('leads from every link within it to something that is there', async () => {
    const html = await reportHtml(lakeReport)
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
    const targets = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    expect(targets.length).toBeGreaterThan(10)
    expect(targets.filter((id) => !ids.has(id))).toEqual([])
    expect(ids.size).toBe(html.match(/ id="/g)?.length)
  })

  it('marks what is doubtful, and says what no author wrote', async () => {
    const html = await reportHtml(lakeReport)
    expect(html).toContain('A bridge was planned. <mark>(no source given)</mark> It was')
    expect(html).toContain('<mark>(unsupported: 42 million)</mark>')
    const sections = lakeReport.sections.map((section) => ({
      ...section,
      text: 'It is old [1]. *(wording not found)*',
    }))
    expect(await reportHtml({ ...lakeReport, sections })).toContain('</a>. <mark>(wording not found)</mark></p>')
    expect(html).toContain('<p class="extract">This section is made of passages of the sources')
  })

  it('tells how it was researched, with the plot', async () => {
    const html = await reportHtml(lakeReport)
    expect(html).toContain(
      '<p>The research ended because searches found nothing more. Searches find nothing more for 1 of',
    )
    expect(html).toContain(
      '<tr><td>Ferries</td><td class="n"><span class="bar" aria-hidden="true"><span style="width:90%"></span></span>0.89</td><td class="n">4</td><td class="n">3</td><td class="n">2</td><td>covered</td></tr>',
    )
    expect(html).toContain('<svg xmlns="http://www.w3.org/2000/svg"')
    expect(html).toContain('<h3>Sources that failed</h3>')
    expect(html).toContain('<h3>Remarks on sources</h3>\n<ul>\n<li>Source 1: It was cut.</li>\n</ul>')
  })

  it('tells first what a reader has to know of it', async () => {
    const covered = lakeReport.ledger.filter(({ status }) => status === 'covered')
    expect(await reportHtml({ ...lakeReport, ledger: covered })).not.toContain('class="notice"')
    expect(await reportHtml(lakeReport)).toContain(
      '<div class="notice" role="note"><p>Topics that are not covered: Bridges (0.31).</p></div>\n<nav',
    )
    expect(await reportHtml({ ...lakeReport, ledger: covered, stop: 'budget' })).toContain(
      '<div class="notice" role="note"><p>This report was written before the research was complete: its budget was spent.</p></div>',
    )
  })

  it('leads from its text to no page but its sources', async () => {
    const text = '[x](https://evil.example) [y](https://lake.example/ferries) <https://evil.example>'
    const sections = lakeReport.sections.slice(0, 1).map((section) => ({ ...section, text }))
    const html = await reportHtml({ ...lakeReport, abstract: text, sections })
    const addresses = [...html.matchAll(/href="(h[^"]*)"/g)].map(([, address]) => address)
    expect(addresses).toEqual(['https://lake.example/ferries', 'https://lake.example/ferries'])
  })

  it('says honestly that nothing was found', async () => {
    const html = await reportHtml({
      ...lakeReport,
      title: '',
      abstract: '',
      sections: [],
      sources: [],
      ledger: [],
      history: [],
    })
    expect(html).toContain('<h1>How do people cross the lake?</h1>')
    expect(html).toContain('<p>Nothing was found that a report could be written from.</p>')
    expect(html).toContain('<h2 id="sources">Sources</h2>\n<p>None.</p>')
  })

  it('loads nothing and runs nothing, whatever is in it', async () => {
    const html = await reportHtml(hostileReport)
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    )
    const tags = html.match(/<[a-z][^>]*>/g) ?? []
    expect(tags.filter((tag) => /^<(?:script|img|iframe|object|embed|link|form|input|base)\b/.test(tag))).toEqual([])
    expect(tags.filter((tag) => / on\w+=|javascript:/i.test(tag))).toEqual([])
    expect(tags.filter((tag) => / (?:src|srcset|action|poster|background)=/.test(tag))).toEqual([])
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/url\(|@import/)
  })
})

describe('an answer as a page', () => {
  it('is Markdown as it is meant to look, below what was asked', () => {
    const html = answerPage({ goal: 'What is <it>?\nSay!', answer: '# It\n\n**Yes.**' })
    expect(html).toContain('<title>What is &lt;it&gt;?</title>')
    expect(html).toContain(
      '<p class="question">What is &lt;it&gt;?\nSay!</p>\n<h1>It</h1>\n<p><strong>Yes.</strong></p>',
    )
  })

  it('is JSON where it is no text', () => {
    expect(answerPage({ goal: 'x', answer: { a: '<b>' } })).toContain(
      '<pre>{\n  &quot;a&quot;: &quot;&lt;b&gt;&quot;\n}</pre>',
    )
  })
})
