/** The web for models: pages, and searches when there is somebody to ask. */
import { defineToolbox, type Toolbox } from '@gyre/core'
import type { Robots } from '../../net/robots/robots.ts'
import type { SafeFetch } from '../../net/safe-fetch-options.ts'
import type { SearchProvider } from './search/search-provider.ts'
import type { StoredPages } from './stored-pages.ts'
import { webFetch } from './web-fetch.ts'
import { webSearch } from './web-search.ts'

/** What fetches, who answers searches, and how polite and how long pages are. Robots are not asked when left out. */
export type WebToolboxOptions = {
  readonly fetch: SafeFetch
  /** Who answers `web.search`; without one there is no such tool. */
  readonly search?: SearchProvider | undefined
  /** What the owners of sites allow; they are not asked when left out. */
  readonly robots?: Robots | false
  /** The least time between the starts of two requests to one host; half a second when left out, 0: none. */
  readonly hostDelayMs?: number
  /** How much of a page is given at once, in characters; 20 000 when left out. */
  readonly maxChars?: number
  /** Pages that are read already: asked before the network is, and the only place where `file:` addresses are. */
  readonly stored?: StoredPages | undefined
}

/** The web for models: `web.fetch`, and `web.search` where there is a provider. */
export function webToolbox(options: WebToolboxOptions): Toolbox {
  const { search, robots = false, maxChars = 20_000, ...rest } = options
  return defineToolbox({
    name: 'web',
    description: 'Pages of the web.',
    tools: [...(search ? [webSearch(search)] : []), webFetch({ ...rest, robots, maxChars })],
  })
}
