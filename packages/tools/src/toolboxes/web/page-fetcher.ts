/** Fetching a page: within a time, as the owner of its site allows, and only what can be read. */
import { GyreError } from '@gyre/core'
import { isOfTheHost } from '../../net/exchange/failure.ts'
import type { Robots } from '../../net/robots/robots.ts'
import type { SafeFetch } from '../../net/safe-fetch-options.ts'
import { type FetchedPage, readableTypes } from './reading/read-page.ts'

export type PageFetcherOptions = {
  readonly fetch: SafeFetch
  /** What owners of sites allow; not asked when false. */
  readonly robots: Robots | false
  /** How long all of it may take, the rules of every site on the way included. */
  readonly fetchMs?: number
}

export type PageFetcher = (url: string, signal?: AbortSignal) => Promise<FetchedPage>

export const longestFetchMs = 45_000

export function pageFetcher(options: PageFetcherOptions): PageFetcher {
  const { fetchMs = longestFetchMs } = options
  return async (url, signal) => {
    const late = AbortSignal.timeout(fetchMs)
    try {
      return await fetchPage(url, options, signal ? AbortSignal.any([signal, late]) : late)
    } catch (error) {
      if (late.aborted && error === late.reason)
        throw pageRefused(`${url} did not come within ${fetchMs / 1000} s.`, { url })
      throw asRefusal(error)
    }
  }
}

async function fetchPage(
  url: string,
  { fetch, robots }: PageFetcherOptions,
  signal: AbortSignal,
): Promise<FetchedPage> {
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
