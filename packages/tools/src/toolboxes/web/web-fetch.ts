/** `web.fetch`: a page as text. */
import { defineTool, GyreError, type Tool, type ToolOutput, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { canonicalUrl } from '../../net/canonical-url.ts'
import { longestWaitMs, usualHostDelayMs } from '../../net/polite/polite-visit.ts'
import { longestFetchMs, type PageFetcherOptions, pageFetcher } from './page-fetcher.ts'
import type { PageText } from './reading/page-text.ts'
import { partsOf } from './reading/parts.ts'
import { type FetchedPage, readLinks, readPage } from './reading/read-page.ts'
import { fromStored, type StoredPages } from './stored-pages.ts'

export type WebFetchOptions = PageFetcherOptions & {
  /** How much of a page is shown at once. */
  readonly maxChars: number
  /** Asked first. Whoever may use the tool may read what is there. */
  readonly stored?: StoredPages | undefined
}

/** Waiting, fetching and parsing together stay within the time of the tool: a slow site is no failure of it. */
const spareMs = 20_000

const input = z.object({
  url: z.string().trim().min(1).describe('A whole address, such as https://example.org/page.'),
  part: z.int().min(1).default(1).describe('Which part of a long page.'),
  show: z.enum(['text', 'links']).default('text').describe('The text of the page, or the links on it.'),
})

type Wanted = z.infer<typeof input>

export function webFetch(options: WebFetchOptions): Tool {
  const fetchPage = pageFetcher(options)
  const { maxChars, hostDelayMs = usualHostDelayMs } = options
  return defineTool({
    name: 'web.fetch',
    description: 'Reads a web page, a PDF, a feed or a JSON document as text. Long ones come in parts.',
    input,
    effect: 'pure',
    timeoutMs: longestWaitMs(hostDelayMs) + longestFetchMs + spareMs,
    permissions: ['net'],
    limits: { concurrency: 4, outputChars: maxChars + 2_000 },
    run: async (wanted, { signal, owner }) => {
      const known = await storedAnswer(wanted, owner, options)
      if (known) return known
      const page = await fetchPage(wanted.url, signal)
      return wanted.show === 'links'
        ? shown(page, await readLinks(page, signal), { ...wanted, part: 1 }, Number.POSITIVE_INFINITY)
        : shown(page, await readPage(page, signal), wanted, maxChars)
    },
  })
}

async function storedAnswer(wanted: Wanted, owner: string, options: WebFetchOptions): Promise<ToolOutput | undefined> {
  const { url, show } = wanted
  const page = options.stored && (await fromStored(url, owner, options.stored))
  if (page === undefined) return undefined
  if (show === 'text') {
    const asRead = 'This is the text as it was read into the index. What it was read from may have changed since.'
    const remarks = [asRead, ...(page.remarks ?? [])]
    return shown({ url, contentType: 'text/plain' }, { ...page, remarks }, wanted, options.maxChars)
  }
  // A page can be fetched for its links; a file cannot.
  if (/^https?:/i.test(url)) return undefined
  throw new GyreError('argument-invalid', `The links of ${url} are not kept: only its text is.`, { url })
}

function shown(
  page: Pick<FetchedPage, 'url' | 'contentType'>,
  read: PageText,
  { part }: Wanted,
  maxChars: number,
): ToolOutput {
  const { text, remarks = [], canonicalUrl: own, ...facts } = read
  const parts = partsOf(text, maxChars)
  const shownPart = parts[part - 1]
  if (shownPart === undefined) {
    throw new GyreError('argument-invalid', `There is no part ${part}: the page has ${parts.length}.`, {
      parts: parts.length,
    })
  }
  const more = parts.length === 1 ? [] : [`[part ${part} of ${parts.length}]`]
  const head = part === 1 ? headOf(facts) : []
  const url = canonicalUrl(own ?? page.url)
  return toolOutput({
    text: [...head, ...remarks.map((remark) => `[${remark}]`), shownPart, ...more].join('\n\n'),
    data: { url, ...facts, contentType: page.contentType, chars: text.length, part, parts: parts.length, remarks },
    untrusted: { from: url },
  })
}

function headOf({ title, byline, publishedAt }: Pick<PageText, 'title' | 'byline' | 'publishedAt'>): readonly string[] {
  const about = [byline, publishedAt].filter((each) => each !== undefined).join(', ')
  return [...(title ? [`# ${title}`] : []), ...(about ? [about] : [])]
}
