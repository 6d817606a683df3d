/** An answer of a server as text, by the type of its content. */
import { sanitise } from '../../../sanitiser/sanitise.ts'
import { articleOf } from './article.ts'
import { decoded } from './charset.ts'
import { isFeed, readFeed } from './feed.ts'
import type { PageText } from './page-text.ts'
import { readPdf } from './pdf.ts'
import { wallIn } from './walls.ts'

/** What can be read. */
export const readableTypes = [
  'text/*',
  'application/xhtml+xml',
  'application/json',
  'application/*+json',
  'application/xml',
  'application/*+xml',
  'application/pdf',
  'application/javascript',
  'application/x-yaml',
]

export type FetchedPage = {
  readonly bytes: Uint8Array
  /** The whole header. */
  readonly contentType: string
  /** Where it came from in the end. */
  readonly url: string
}

export async function readPage(page: FetchedPage): Promise<PageText> {
  const { bytes, contentType, url } = page
  // Some servers say `text/plain` of everything.
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') return readPdf(bytes)
  const text = decoded(bytes, contentType)
  if (/\bjson\b/i.test(contentType)) return { text: prettyJson(text) }
  if (isFeed(text)) return readFeed(text)
  return isHtml(text, contentType) ? readHtml(text, url) : { text }
}

function isHtml(text: string, contentType: string): boolean {
  return /html/i.test(contentType) || /^\s*(?:<!doctype html|<html[\s>])/i.test(text.slice(0, 500))
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function readHtml(html: string, url: string): Promise<PageText> {
  const { html: article, isWhole, ...facts } = await articleOf(html, url)
  const { text } = await sanitise(`<html><body>${article}</body></html>`, { keepsMarkup: false })
  // Asked of the page itself: what is hidden is not in the article any more.
  const { suspected } = await sanitise(html, { keepsMarkup: false })
  const wall = isWhole ? wallIn(text) : undefined
  return {
    ...facts,
    text,
    remarks: [
      ...(wall ? [wall] : []),
      ...(text.trim() === '' ? ['The page has no text: it may be filled in by scripts.'] : []),
      ...(suspected.some(({ rule }) => rule === 'hidden-text')
        ? ['Text that was hidden from readers and read like an instruction was left out.']
        : []),
    ],
  }
}
