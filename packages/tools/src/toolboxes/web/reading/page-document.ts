/** As much of a document of the browser as pages are read with. */

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
