/** The web for models: pages, and searches when there is somebody to ask. */
import { defineToolbox, type Toolbox } from '@gyre/core'
import type { Robots } from '../../net/robots/robots.ts'
import type { SafeFetch } from '../../net/safe-fetch-options.ts'
import type { SearchProvider } from './search/search-provider.ts'
import { webFetch } from './web-fetch.ts'
import { webSearch } from './web-search.ts'

export type WebToolboxOptions = {
  readonly fetch: SafeFetch
  readonly search?: SearchProvider | undefined
  readonly robots?: Robots | false
  readonly maxChars?: number
}

export function webToolbox({ fetch, search, robots = false, maxChars = 20_000 }: WebToolboxOptions): Toolbox {
  return defineToolbox({
    name: 'web',
    description: 'Pages of the web.',
    tools: [...(search ? [webSearch(search)] : []), webFetch({ fetch, robots, maxChars })],
  })
}
