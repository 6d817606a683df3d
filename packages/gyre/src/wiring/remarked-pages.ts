/** Pages of the index in place of the web, with what is to be said of them: nobody takes invented ones for the web. */
import type { Shelf } from '@gyre/knowledge'
import { localSearch, storedPage } from '@gyre/knowledge/toolbox'
import type { SearchProvider } from '@gyre/tools'

export function remarkedSearch(shelf: () => Promise<Shelf>): SearchProvider {
  const provider = localSearch(shelf)
  return {
    ...provider,
    search: async (request, signal) => {
      const [found, { remark }] = await Promise.all([provider.search(request, signal), shelf()])
      if (remark === undefined) return found
      return found.map((result) => ({ ...result, snippet: `(${remark}) ${result.snippet}` }))
    },
  }
}

export function remarkedPage(shelf: () => Promise<Shelf>): ReturnType<typeof storedPage> {
  const stored = storedPage(shelf)
  return async (url) => {
    const page = await stored(url)
    const { remark } = page ? await shelf() : {}
    return page && remark !== undefined ? { ...page, text: `${remark}\n\n${page.text}` } : page
  }
}
