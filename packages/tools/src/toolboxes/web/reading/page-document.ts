/** As much of a document of the browser as pages are read with. */
import { loadLibrary } from '../../../library.ts'

export type PageElement = {
  readonly textContent: string | null
  readonly innerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  remove(): void
}

export type PageDocument = {
  readonly documentElement: PageElement | null
  readonly body: PageElement | null
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  cloneNode(deep: boolean): unknown
}

/** A page as a document; one that begins without `<html>`, as many do, gets what it lacks. */
export async function parsedPage(html: string) {
  const { parseHTML } = await loadLibrary('web', () => import('linkedom'))
  const { document } = parseHTML(html)
  const isWhole = document.documentElement?.localName === 'html'
  return isWhole ? document : parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document
}
