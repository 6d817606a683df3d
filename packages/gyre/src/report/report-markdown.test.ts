/** The Markdown of a report, as a program reads that shows everything, HTML and images included. */
import { type Report, reportMarkdown } from '@gyre/core'
import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { expect, it } from 'vitest'
import { lakeReport } from '../../test/research-report.ts'

const shown = (report: Report) =>
  micromark(reportMarkdown(report), {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfmTable()],
    htmlExtensions: [gfmTableHtml()],
  })

const pieces = [
  ...['# ', '## ', '\n', '\n\n', '---', '===', '> ', '- ', '1. ', '    ', '```', '~~~', '`', '|', '\n| --- |\n'],
  ...['<script>', '<!--', '-->', '<img src=x>', '</ul>', '&lt;', '&#60;', '<http://evil.example>'],
  ...['![', '[', ']', '](', ')', '[1]', '[1]: http://evil.example\n', ']: x', '"', "'", '*', '_', '\\', 'javascript:x'],
  ...['http://evil.example', 'Sources', 'word', '\u2028', '\r', '\t', '\u0000', '(', '<', '>', '!'],
]
const junk = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))

const headings = (html: string) => [...html.matchAll(/<h[12]>/g)].length
const linksOf = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address)
const harmless = /^<\/?(?:p|a|em|strong|code|pre|ul|ol|li|h[1-6]|hr|br|blockquote|table|thead|tbody|tr|th|td)[ />]/
const foreign = (html: string) => (html.match(/<[^>]*>/g) ?? []).filter((tag) => !harmless.test(tag))

it('what pages call themselves stays one source each, and leads nowhere else', () => {
  fc.assert(
    fc.property(junk, junk, junk, (title, host, publishedAt) => {
      const sources = lakeReport.sources.map((source) => ({ ...source, title, host, publishedAt, remarks: [title] }))
      const html = shown({ ...lakeReport, sources })
      expect(foreign(html)).toEqual([])
      expect(linksOf(html)).toEqual(['https://lake.example/ferries'])
      const [, list = ''] = /<h2>Sources<\/h2>\n<ol>\n([\s\S]*?)\n<\/ol>\n<h2>How/.exec(html) ?? []
      expect(list.match(/<li>/g)).toHaveLength(2)
      expect(list).not.toMatch(/<(?:p|ul|ol|h\d|pre|em|strong)>/)
    }),
    { numRuns: 100 },
  )
})

it('an address of a source leads to itself, or nowhere', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'http://', 'https://a.example/'), junk, (start, rest) => {
      const url = start + rest
      const html = shown({
        ...lakeReport,
        sources: lakeReport.sources.slice(0, 1).map((source) => ({ ...source, url })),
      })
      expect(foreign(html)).toEqual([])
      expect(linksOf(html).every((address) => /^https?:\/\//.test(address ?? ''))).toBe(true)
      expect(linksOf(html).length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 100 },
  )
})

it('what models wrote stays in its part', () => {
  fc.assert(
    fc.property(junk, junk, junk, (abstract, text, title) => {
      const sections = lakeReport.sections.map((section) => ({ ...section, text, title }))
      const html = shown({ ...lakeReport, abstract, sections, title: `T ${title}` })
      expect(foreign(html)).toEqual([])
      // The title, three sections, the sources, and how it was researched.
      expect(headings(html)).toBe(6)
      expect(linksOf(html)).toEqual(['https://lake.example/ferries'])
      expect(html).toContain('\n<h2>Sources</h2>\n<ol>\n<li><a href="https://lake.example/ferries">')
    }),
    { numRuns: 200 },
  )
})

it('notes stay one line each', () => {
  fc.assert(
    fc.property(junk, junk, (what, why) => {
      const html = shown({
        ...lakeReport,
        unsupported: [{ section: 't1', sentence: what, why: [why] }],
        removed: [{ section: what, what, why }],
        failed: [{ url: what, reason: why }],
        ledger: lakeReport.ledger.map((entry) => ({ ...entry, title: what })),
        sources: lakeReport.sources.map((source) => ({ ...source, remarks: [why] })),
        stopWhy: why,
      })
      expect(foreign(html)).toEqual([])
      expect(linksOf(html)).toEqual(['https://lake.example/ferries'])
      const [, notes = ''] = html.split('<h2>How this was researched</h2>')
      expect(notes.match(/<tr>/g)).toHaveLength(3)
      expect(notes.match(/<td[ >]/g)).toHaveLength(12)
      expect(notes.match(/<li>/g)).toHaveLength(7)
    }),
    { numRuns: 100 },
  )
})
