/** An answer of a server as text, by the type of its content. */
import { decoded } from './charset.ts'
import { kindOf } from './page-kind.ts'
import { parsedApart } from './page-process.ts'
import type { PageText } from './page-text.ts'
import { prettyJson } from './pretty-json.ts'

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

/** A page as a server gave it. */
export type FetchedPage = {
  readonly bytes: Uint8Array
  /** The whole header. */
  readonly contentType: string
  /** Where it came from in the end. */
  readonly url: string
}

/** The text of a page, by its type. HTML and PDF are read in a process of their own. */
export async function readPage(page: FetchedPage, signal?: AbortSignal): Promise<PageText> {
  const text = decoded(page.bytes, page.contentType)
  const kind = kindOf(page.bytes, text, page.contentType)
  if (kind === 'text') return { text }
  return kind === 'json' ? { text: prettyJson(text) } : parsedApart(kind, page, signal)
}

/** The links of a page as a list. */
export function readLinks(page: FetchedPage, signal?: AbortSignal): Promise<PageText> {
  return parsedApart('links', page, signal)
}
