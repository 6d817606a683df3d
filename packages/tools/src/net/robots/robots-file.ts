/** One robots.txt: fetched, read, and asked. */
import { loadLibrary } from '../../library.ts'
import { fetchFailed } from '../exchange/failure.ts'
import { firstBytes } from '../exchange/first-bytes.ts'
import type { SafeFetch } from '../safe-fetch-options.ts'

export type SiteRules = {
  /** Whether a page of the site may be fetched. */
  allows(page: URL): boolean
  /** How long the site wants to rest between two requests. */
  readonly crawlDelayMs: number
}

type RobotsFile = {
  isAllowed(url: string, agent: string): boolean | undefined
  /** In seconds. */
  getCrawlDelay(agent: string): number | undefined
}

type RobotsParser = (url: string, text: string) => RobotsFile

/** As much as RFC 9309 asks to be read. */
const mostBytes = 512_000

/** Comparing takes so many steps at most, which is some tenths of a second: the file is a stranger's. */
const mostSteps = 100_000_000

/** The rules of a site. Without a file all is allowed; a site that cannot be asked is an error. */
export async function fetchRobotsFile(site: URL, fetch: SafeFetch, agent: string): Promise<SiteRules> {
  const address = new URL('/robots.txt', site.href).href
  const response = await fetch(address)
  if (response.status >= 500) {
    await response.body?.cancel()
    const about = { host: site.hostname, reason: 'status', status: response.status }
    throw fetchFailed(`\`${site.hostname}\` answers ${response.status} for its robots.txt.`, about)
  }
  if (!response.ok) {
    await response.body?.cancel()
    return { allows: () => true, crawlDelayMs: 0 }
  }
  return readRobotsFile(address, wholeLines(await firstBytes(response, mostBytes)), agent)
}

async function readRobotsFile(address: string, text: string, agent: string): Promise<SiteRules> {
  const library = await loadLibrary('web', () => import('robots-parser'))
  // The package says it has a named default; it is the function itself.
  const parse = library.default as unknown as RobotsParser
  const file = parse(address, text)
  const wildcards = lettersWithWildcards(text)
  const product = productOf(agent)
  return {
    allows(page) {
      if (wildcards * (page.pathname.length + page.search.length) > mostSteps) return false
      return file.isAllowed(page.href, product) ?? true
    },
    crawlDelayMs: Math.max(0, (file.getCrawlDelay(product) ?? 0) * 1000),
  }
}

/** A line that was cut off would be another rule. */
function wholeLines(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes)
  return bytes.length < mostBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1)
}

/** Each letter of such a rule may be compared with each letter of an address. */
function lettersWithWildcards(text: string): number {
  return text.split(/[\r\n]+/).reduce((sum, line) => (line.includes('*') ? sum + line.length : sum), 0)
}

/** Sites name a robot by its product alone: `Gyre` of `Gyre/1.0 (+https://example.com)`. */
function productOf(agent: string): string {
  return /^[A-Za-z_-]+/.exec(agent)?.[0] ?? '*'
}
