/** Bytes to the clean text of a document, with its title and date. */
import { basename } from 'node:path'
import type { Writing } from '@gyre/core/text'
import { plainTitle, proseBlocks } from '@gyre/core/text'
import type { RawDocument, ReadDocument } from '../../ports.ts'
import { cleanText } from './clean-text.ts'
import { decodeText } from './decode-text.ts'
import { dateOf } from './document-date.ts'
import { frontMatterOf } from './front-matter.ts'
import { type Media, mediaOfBytes } from './media-type.ts'

export type Content = {
  readonly text: string
  readonly title: string
  readonly mediaType: string
  readonly writing: Writing
  /** The date it gives itself. */
  readonly at?: number
  readonly remarks: readonly string[]
}

/** Why there is nothing to keep of it. */
export type NoContent = { readonly why: string }

export type ReadOptions = { readonly media: Media; readonly read: ReadDocument; readonly signal: AbortSignal }

type Words = Omit<Content, 'mediaType' | 'title' | 'at'> & {
  readonly title?: string | undefined
  readonly date?: string | undefined
}

/** A title of a whole page says no more than its beginning. */
const longestTitle = 300
/** A first heading is looked for so far. */
const headPart = 16 * 1024

/** Fails as `read` does. */
export async function readContent(raw: RawDocument, options: ReadOptions): Promise<Content | NoContent> {
  if (raw.bytes.length === 0) return { why: 'it is empty' }
  const media = mediaOfBytes(raw.bytes, options.media)
  const words = await wordsOf(raw, { ...options, media })
  if ('why' in words) return words
  if (words.text.trim() === '') return { why: 'there is no text in it' }
  const { title, date, ...rest } = words
  const at = dateOf(date)
  return {
    ...rest,
    title: titleFrom(title) ?? titleFrom(nameOf(raw.url)) ?? raw.url,
    mediaType: media.mediaType,
    ...(at !== undefined && { at }),
  }
}

function wordsOf(raw: RawDocument, options: ReadOptions): Promise<Words | NoContent> {
  const { form } = options.media
  if (form === 'page' || form === 'pdf') return wordsOfPage(raw, options)
  return wordsOfText(raw, form === 'binary' ? 'plain' : form)
}

/** What stands between the pages of a PDF file is not from it. */
const pageMark = /^[ \t]*\[page \d+\][ \t]*$/gm

async function wordsOfPage(raw: RawDocument, { media, read, signal }: ReadOptions): Promise<Words | NoContent> {
  const page = await read({ ...raw, contentType: raw.contentType || media.mediaType }, signal)
  const text = await cleanText(page.text, { isProse: true })
  const [date, remarks] = [page.publishedAt, page.remarks ?? []]
  if (media.form === 'pdf' && text.replaceAll(pageMark, '').trim() === '')
    return { why: `there is no text in it${remarks.length > 0 ? `: ${remarks.join(' ')}` : ''}` }
  if (media.form === 'pdf') return { text, title: page.title, date, remarks, writing: 'plain' }
  return { text, title: page.title || firstHeading(text), date, remarks, writing: 'markdown' }
}

async function wordsOfText(raw: RawDocument, writing: Writing): Promise<Words | NoContent> {
  const decoded = await decodeText(raw.bytes, /charset\s*=\s*"?([^\s";]+)/i.exec(raw.contentType)?.[1])
  if ('why' in decoded) return decoded
  const remarks = decoded.remark === undefined ? [] : [decoded.remark]
  const text = await cleanText(decoded.text, { isProse: writing === 'markdown' || writing === 'plain' })
  if (writing !== 'markdown') return { text, writing, remarks }
  const front = frontMatterOf(text)
  return { ...front, title: front.title ?? firstHeading(front.text), writing, remarks }
}

function firstHeading(text: string): string | undefined {
  for (const { kind, level, path } of proseBlocks(text.slice(0, headPart), { isMarkdown: true })) {
    if (kind === 'heading' && level === 1) return path.at(-1)
  }
  return undefined
}

function titleFrom(title: string | undefined): string | undefined {
  const plain = plainTitle(
    (title ?? '')
      .slice(0, 4 * longestTitle)
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\s]+/gu, ' '),
  )
  return plain.slice(0, longestTitle) || undefined
}

function nameOf(url: string): string {
  const { pathname = '', host = '' } = URL.parse(url) ?? {}
  try {
    return basename(decodeURIComponent(pathname)) || host
  } catch {
    return basename(pathname) || host
  }
}
