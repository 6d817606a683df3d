/** Fetching a page: within a time, as the owner of its site allows, politely, and only what can be read. */
import { GyreError } from '@gyre/core'
import { readUrl } from '../../net/addresses/fetchable-url.ts'
import { isOfTheHost } from '../../net/exchange/failure.ts'
import { type HostTurns, turnsOfProcess } from '../../net/polite/host-turns.ts'
import { PoliteVisit, usualHostDelayMs } from '../../net/polite/polite-visit.ts'
import type { Robots } from '../../net/robots/robots.ts'
import type { SafeFetch } from '../../net/safe-fetch-options.ts'
import { type FetchedPage, readableTypes } from './reading/read-page.ts'

/** What fetches, what is allowed, and how long to wait. */
export type PageFetcherOptions = {
  readonly fetch: SafeFetch
  /** What owners of sites allow; not asked when false. */
  readonly robots: Robots | false
  /** The least time between the starts of two requests to one host; half a second when left out, 0: none. */
  readonly hostDelayMs?: number
  /** How long all of it may take: the rules of every site on the way included, the waiting for turns left out. */
  readonly timeoutMs?: number
  /** Whose turn it is at each host; all of a process wait for each other when left out. */
  readonly turns?: HostTurns
}

/** Fetches a page, or fails with why it may not or cannot be read. */
export type PageFetcher = (url: string, signal?: AbortSignal) => Promise<FetchedPage>

export const longestFetchMs = 45_000

/** Fetches pages politely: as robots.txt allows, with a rest between two requests to a host, within a time. */
export function pageFetcher(options: PageFetcherOptions): PageFetcher {
  const { timeoutMs = longestFetchMs, hostDelayMs = usualHostDelayMs, turns = turnsOfProcess } = options
  return async (url, signal) => {
    const visit = new PoliteVisit(url, { turns, hostDelayMs, timeoutMs }, signal)
    try {
      return await fetchPage(url, options, visit)
    } catch (error) {
      throw asRefusal(error)
    } finally {
      visit.end()
    }
  }
}

async function fetchPage(url: string, { fetch, robots }: PageFetcherOptions, visit: PoliteVisit): Promise<FetchedPage> {
  const { signal } = visit
  // The owner of the page that a redirect leads to has a say as well.
  const approach = async (to: URL) => {
    visit.leave()
    await heedRobots(to, robots, signal)
    await visit.enter(to, robots ? await robots.crawlDelayMs(to, signal) : 0)
  }
  await approach(readUrl(url))
  const response = await fetch(url, { contentTypes: readableTypes, signal, beforeRedirect: approach })
  if (!response.ok) {
    await response.body?.cancel()
    throw pageRefused(`${url} answered with status ${response.status}.`, { status: response.status })
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, contentType: response.headers.get('content-type') ?? '', url: response.url || url }
}

async function heedRobots(page: URL, robots: Robots | false, signal: AbortSignal): Promise<void> {
  if (!robots || (await robots.allows(page, signal))) return
  const url = page.href
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
