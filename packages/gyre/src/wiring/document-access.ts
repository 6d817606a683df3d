/** How documents are had for the index: pages with the guards every fetch for a model has, parsers in processes of their own. */
import type { FetchDocument, ReadDocument } from '@gyre/knowledge'
import { pageFetcher, readPage, robotsRules, safeFetch } from '@gyre/tools'
import type { WebPlan } from '../config/tools/toolbox-plan.ts'
import { manifest } from '../manifest.ts'

export type DocumentAccess = {
  readonly read: ReadDocument
  readonly fetch: FetchDocument
  close(): Promise<void>
}

/** Private addresses are reached only where tools may reach them, too. */
export function documentAccess(web: WebPlan | undefined): DocumentAccess {
  const { allowLoopback = false, allowHosts = [], robots = true } = web ?? {}
  const userAgent = `Gyre/${manifest().version}`
  const fetch = safeFetch({ allowLoopback, allowHosts, userAgent })
  return {
    read: readPage,
    fetch: pageFetcher({
      fetch,
      robots: robots && robotsRules(fetch, userAgent),
      ...(web && { hostDelayMs: web.hostDelayMs }),
    }),
    close: () => fetch.close(),
  }
}
