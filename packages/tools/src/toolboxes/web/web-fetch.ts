/** `web.fetch`: a page as text. */
import { defineTool, GyreError, type Tool, type ToolOutput, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { canonicalUrl } from '../../net/canonical-url.ts'
import { isOfTheHost } from '../../net/exchange/failure.ts'
import type { Robots } from '../../net/robots/robots.ts'
import type { SafeFetch } from '../../net/safe-fetch-options.ts'
import type { PageText } from './reading/page-text.ts'
import { partsOf } from './reading/parts.ts'
import { type FetchedPage, readableTypes, readLinks, readPage } from './reading/read-page.ts'

export type WebFetchOptions = {
  readonly fetch: SafeFetch
  /** What owners of sites allow; not asked when false. */
  readonly robots: Robots | false
  /** How much of a page is shown at once. */
  readonly maxChars: number
  /** How long all of the fetching may take, the rules of every site on the way included. */
  readonly fetchMs?: number
}

/** Fetching and parsing together stay within the time of the tool: a slow site is no failure of it. */
const longestFetchMs = 45_000
const spareMs = 20_000

const input = z.object({
  url: z.string().trim().min(1).describe('A whole address, such as https://example.org/page.'),
  part: z.int().min(1).default(1).describe('Which part of a long page.'),
  show: z.enum(['text', 'links']).default('text').describe('The text of the page, or the links on it.'),
})

type Wanted = z.infer<typeof input>

export function webFetch(options: WebFetchOptions): Tool {
  return defineTool({
    name: 'web.fetch',
    description: 'Reads a web page, a PDF, a feed or a JSON document as text. Long ones come in parts.',
    input,
    effect: 'pure',
    timeoutMs: longestFetchMs + spareMs,
    permissions: ['net'],
    limits: { concurrency: 4, outputChars: options.maxChars + 2_000 },
    run: async (wanted, { signal }) => {
      const page = await fetched(wanted.url, options, signal)
      return wanted.show === 'links'
        ? shown(page, await readLinks(page, signal), { ...wanted, part: 1 }, Number.POSITIVE_INFINITY)
        : shown(page, await readPage(page, signal), wanted, options.maxChars)
    },
  })
}

async function fetched(url: string, options: WebFetchOptions, signal: AbortSignal): Promise<FetchedPage> {
  const { fetchMs = longestFetchMs } = options
  const late = AbortSignal.timeout(fetchMs)
  try {
    return await fetchPage(url, options, AbortSignal.any([signal, late]))
  } catch (error) {
    if (late.aborted && error === late.reason)
      throw pageRefused(`${url} did not come within ${fetchMs / 1000} s.`, { url })
    throw asRefusal(error)
  }
}

async function fetchPage(url: string, { fetch, robots }: WebFetchOptions, signal: AbortSignal): Promise<FetchedPage> {
  await heedRobots(url, robots, signal)
  // The owner of the page that a redirect leads to has a say as well.
  const beforeRedirect = (to: URL) => heedRobots(to.href, robots, signal)
  const response = await fetch(url, { contentTypes: readableTypes, signal, beforeRedirect })
  if (!response.ok) {
    await response.body?.cancel()
    throw pageRefused(`${url} answered with status ${response.status}.`, { status: response.status })
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, contentType: response.headers.get('content-type') ?? '', url: response.url || url }
}

async function heedRobots(url: string, robots: Robots | false, signal: AbortSignal): Promise<void> {
  if (!robots || (await robots.allows(url, signal))) return
  throw pageRefused(`The robots.txt of the site does not let programs read ${url}.`, { url })
}

function pageRefused(message: string, details: Readonly<Record<string, unknown>>): GyreError {
  return new GyreError('page-refused', message, details)
}

/** What a site sends, leads to or fails to do is no failure of the network here, nor of the tool. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof GyreError) || !isOfTheHost(error)) return error
  return pageRefused(error.message, { ...error.details, cause: error })
}

function shown(page: FetchedPage, read: PageText, { part }: Wanted, maxChars: number): ToolOutput {
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
