/** The links of a page, each address once. */
import { canonicalUrl } from '../../../net/canonical-url.ts'
import { baseAddress } from './base-address.ts'
import { type PageDocument, parsedPage } from './page-document.ts'

const mostLinks = 300

export async function linksOf(html: string, url: string): Promise<string> {
  const document: PageDocument = await parsedPage(html)
  const base = baseAddress(document, url)
  const texts = new Map<string, string>()
  for (const link of document.querySelectorAll('a[href]')) {
    const address = URL.parse(link.getAttribute('href') ?? '', base)
    if (!address || !/^https?:$/.test(address.protocol)) continue
    const to = canonicalUrl(address)
    const text = (link.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (!texts.get(to)) texts.set(to, text)
  }
  const lines = [...texts].slice(0, mostLinks).map(([to, text]) => `- ${text || '(no text)'}: ${to}`)
  if (texts.size > mostLinks) lines.push(`(${mostLinks} of ${texts.size} links)`)
  return lines.length === 0 ? 'The page has no links.' : lines.join('\n')
}
