/** Feeds (RSS, Atom, RDF) as lists of their entries. */
import type { PageText } from './page-text.ts'

const mostEntries = 50
const longestSummary = 400

export function isFeed(xml: string): boolean {
  return /<(?:rss|feed|rdf:RDF)[\s>]/i.test(xml.slice(0, 2000))
}

export async function readFeed(xml: string): Promise<PageText> {
  const { parseDocument, DomUtils } = await import('htmlparser2')
  const root = parseDocument(xml, { xmlMode: true })
  const find = (name: string, within: typeof root | Element) =>
    DomUtils.getElementsByTagName(name, within as never, true)
  type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
  const textOf = (entry: Element, ...names: readonly string[]) => {
    for (const name of names) {
      const [found] = DomUtils.getElementsByTagName(name, entry, true, 1)
      const text = found ? oneLine(DomUtils.textContent(found)) : ''
      if (text !== '') return text
    }
    return ''
  }
  const linkOf = (entry: Element) => {
    const links = DomUtils.getElementsByTagName('link', entry, true)
    const written = links.find((link) => (link.attribs['rel'] ?? 'alternate') === 'alternate') ?? links[0]
    return written ? written.attribs['href'] || oneLine(DomUtils.textContent(written)) : textOf(entry, 'guid')
  }
  const [channel] = [...find('channel', root), ...find('feed', root)]
  const entries = [...find('item', root), ...find('entry', root)]
  const lines = entries.slice(0, mostEntries).map((entry, index) => {
    const date = textOf(entry, 'pubDate', 'published', 'updated', 'dc:date')
    const summary = shortened(withoutTags(textOf(entry, 'description', 'summary', 'content')))
    const head = `${index + 1}. ${textOf(entry, 'title') || '(no title)'}${date ? ` (${date})` : ''}`
    return [head, linkOf(entry), summary].filter((line) => line !== '').join('\n   ')
  })
  // Its own: entries have titles, too.
  const [titled] = channel ? DomUtils.getElementsByTagName('title', channel.children, false, 1) : []
  const title = titled ? oneLine(DomUtils.textContent(titled)) : ''
  return {
    text: lines.join('\n\n'),
    ...(title !== '' && { title }),
    ...(entries.length > mostEntries && { remarks: [`The first ${mostEntries} of ${entries.length} entries.`] }),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function withoutTags(text: string): string {
  return oneLine(text.replace(/<[^<>]{0,2000}>/g, ' '))
}

function shortened(text: string): string {
  return text.length <= longestSummary ? text : `${text.slice(0, longestSummary)}…`
}
