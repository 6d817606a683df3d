/** The article of an HTML page, without what surrounds it. */
import { loadLibrary } from '../../../library.ts'
import { baseAddress } from './base-address.ts'
import { type PageDocument, parsedPage } from './page-document.ts'

export type Article = {
  /** What is left of the page, its links absolute. */
  readonly html: string
  readonly title?: string
  readonly byline?: string
  readonly publishedAt?: string
  readonly language?: string
  readonly canonicalUrl?: string
  /** The whole page, because no article was found in it. */
  readonly isWhole: boolean
}

/** Shorter ones are taken for a mistake: a caption, a notice about cookies. */
const shortestArticle = 200

/** With more, looking for an article takes too long: the time grows with the square. */
const mostElements = 15_000

export async function articleOf(html: string, url: string): Promise<Article> {
  const { Readability, isProbablyReaderable } = await loadLibrary('web', () => import('@mozilla/readability'))
  const parsed = await parsedPage(html)
  const document: PageDocument = parsed
  makeAbsolute(document, url)
  const facts = factsOf(document, url)
  const isSearchable = parsed.querySelectorAll('*').length <= mostElements && isProbablyReaderable(parsed)
  const found = isSearchable
    ? // It takes the document apart.
      new Readability(document.cloneNode(true) as typeof parsed, { charThreshold: shortestArticle }).parse()
    : undefined
  if (found?.content && (found.textContent ?? '').trim().length >= shortestArticle) {
    return { ...facts, ...named(found), html: found.content, isWhole: false }
  }
  return { ...facts, html: wholeBody(document), isWhole: true }
}

type Found = {
  readonly title?: string | null | undefined
  readonly byline?: string | null | undefined
  readonly publishedTime?: string | null | undefined
  readonly lang?: string | null | undefined
}

function named({ title, byline, publishedTime, lang }: Found) {
  return {
    ...(title?.trim() && { title: title.trim() }),
    ...(byline?.trim() && { byline: byline.trim() }),
    ...(publishedTime && { publishedAt: publishedTime }),
    ...(lang && { language: lang }),
  }
}

function factsOf(document: PageDocument, url: string) {
  const meta = (name: string) =>
    document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute('href')
  return {
    ...named({
      title: document.querySelector('title')?.textContent ?? meta('og:title'),
      byline: meta('author'),
      publishedTime: meta('article:published_time') ?? meta('date'),
      lang: document.documentElement?.getAttribute('lang'),
    }),
    ...(canonical && isSameSite(canonical, url) && { canonicalUrl: canonical }),
  }
}

/** A page may say which of its own addresses is the right one, not that it is a page of somebody else. */
function isSameSite(canonical: string, url: string): boolean {
  const [there, here] = [URL.parse(canonical), URL.parse(url)]
  if (!there || !here || !/^https?:$/.test(there.protocol)) return false
  return there.hostname.replace(/^www\./, '') === here.hostname.replace(/^www\./, '')
}

function makeAbsolute(document: PageDocument, url: string): void {
  const base = baseAddress(document, url)
  for (const [selector, attribute] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
    ['link[rel="canonical"]', 'href'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const absolute = URL.parse(element.getAttribute(attribute) ?? '', base)
      if (absolute) element.setAttribute(attribute, absolute.href)
    }
  }
}

function wholeBody(document: PageDocument): string {
  for (const element of document.querySelectorAll('script, style, nav, header, footer, aside, form')) element.remove()
  return document.body?.innerHTML ?? document.documentElement?.innerHTML ?? ''
}
