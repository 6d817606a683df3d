/** The parsers of pages. They run in a process of its own: a page can be made to keep one busy for hours. */
import { decoded } from './charset.ts'
import { readFeed } from './feed.ts'
import { readHtml } from './html-page.ts'
import { linksOf } from './links.ts'
import type { PageText } from './page-text.ts'
import { readPdf } from './pdf.ts'

export type SentPage = { readonly base64: string; readonly contentType: string; readonly url: string }

/** As much as can be sent back, in any alphabet. Nobody reads so many parts. */
const mostChars = 2_000_000

export async function html(page: SentPage): Promise<PageText> {
  return cut(await readHtml(textOf(page), page.url))
}

export async function feed(page: SentPage): Promise<PageText> {
  return cut(await readFeed(textOf(page)))
}

export async function pdf(page: SentPage): Promise<PageText> {
  return cut(await readPdf(bytesOf(page)))
}

export async function links(page: SentPage): Promise<PageText> {
  return cut({ text: await linksOf(textOf(page), page.url) })
}

function textOf(page: SentPage): string {
  return decoded(bytesOf(page), page.contentType)
}

/** The reader of PDF files takes no `Buffer`. */
function bytesOf({ base64 }: SentPage): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

function cut(page: PageText): PageText {
  const { text, remarks = [] } = page
  if (text.length <= mostChars) return page
  const remark = `The first ${mostChars.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.`
  return { ...page, text: text.slice(0, mostChars).toWellFormed(), remarks: [...remarks, remark] }
}
