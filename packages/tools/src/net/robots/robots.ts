/** What the robots.txt of each site allows, by RFC 9309, remembered for a while. */
import { type Clock, GyreError, systemClock } from '@gyre/core'
import { readUrl } from '../addresses/fetchable-url.ts'
import type { SafeFetch } from '../safe-fetch-options.ts'
import { fetchRobotsFile, type SiteRules } from './robots-file.ts'

/** What the owners of sites allow. */
export type Robots = {
  /** Whether the page may be fetched. Fails as the fetch of the rules did when the site cannot be asked. */
  allows(url: string | URL, signal?: AbortSignal): Promise<boolean>
  /** How long the site of the page wants to rest between two requests; 0 when it says nothing. */
  crawlDelayMs(url: string | URL, signal?: AbortSignal): Promise<number>
}

export type RobotsOptions = {
  readonly clock?: Clock
  /** How long the rules of a site are remembered; a day when left out. */
  readonly ttlMs?: number
}

type Site = { readonly rules: Promise<SiteRules>; until: number }

const dayMs = 86_400_000
/** A site that could not be asked is asked again soon. */
const failureTtlMs = 60_000
const mostSites = 200

/** Reads the robots.txt of each site when it is first asked about, and remembers it. */
export function robotsRules(fetch: SafeFetch, userAgent: string, options: RobotsOptions = {}): Robots {
  const sites = new KnownSites((site) => fetchRobotsFile(site, fetch, userAgent), options)
  const rulesOf = async (page: URL, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    return unlessAborted(sites.rulesOf(page), signal)
  }
  return {
    async allows(url, signal) {
      const page = readUrl(url)
      return (await rulesOf(page, signal)).allows(page)
    },
    crawlDelayMs: async (url, signal) => (await rulesOf(readUrl(url), signal)).crawlDelayMs,
  }
}

/** Who gives up does not wait on. The question stays: others may wait for it, and it has an end of its own. */
async function unlessAborted<T>(coming: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return coming
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([coming, gone.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

class KnownSites {
  readonly #sites = new Map<string, Site>()
  readonly #ask: (site: URL) => Promise<SiteRules>
  readonly #clock: Clock
  readonly #ttlMs: number

  constructor(ask: (site: URL) => Promise<SiteRules>, { clock = systemClock, ttlMs = dayMs }: RobotsOptions) {
    this.#ask = ask
    this.#clock = clock
    this.#ttlMs = ttlMs
  }

  /** Those who ask at the same time share one question. */
  rulesOf(page: URL): Promise<SiteRules> {
    const known = this.#sites.get(page.origin)
    if (known && known.until > this.#clock.now()) return known.rules
    const rules = this.#ask(page)
    const site: Site = {
      rules: rules.catch((error) => this.#afterFailure(error, site)),
      until: this.#inFuture(this.#ttlMs),
    }
    this.#remember(page.origin, site)
    return site.rules
  }

  /** No page is read until the site can be asked; why it cannot is told for each. Any other failure is not the site's. */
  #afterFailure(error: unknown, site: Site): SiteRules {
    const isOfSite = !(error instanceof GyreError) || error.code === 'fetch-failed'
    site.until = isOfSite ? this.#inFuture(Math.min(failureTtlMs, this.#ttlMs)) : 0
    if (!isOfSite) throw error
    return {
      allows() {
        throw error
      },
      crawlDelayMs: 0,
    }
  }

  #remember(origin: string, site: Site): void {
    this.#sites.delete(origin)
    this.#sites.set(origin, site)
    const [oldest] = this.#sites.keys()
    if (this.#sites.size > mostSites && oldest !== undefined) this.#sites.delete(oldest)
  }

  #inFuture(ms: number): number {
    return this.#clock.now() + ms
  }
}
