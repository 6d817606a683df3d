/** The links of a page, each address once. */

import { canonicalUrl } from '../../../net/canonical-url.ts'
import { baseAddress } from './base-address.ts'
import { decoded } from './charset.ts'
import { type PageDocument, parsedPage } from './page-document.ts'
import type { FetchedPage } from './read-page.ts'

const mostLinks = 300

export async function linksOf({ bytes, contentType, url }: FetchedPage): Promise<string> {
  const document: PageDocument = await parsedPage(decoded(bytes, contentType))
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
