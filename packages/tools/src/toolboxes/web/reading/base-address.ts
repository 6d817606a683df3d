/** What relative links of a page are relative to. */
import type { PageDocument } from './page-document.ts'

export function baseAddress(document: PageDocument, url: string): string {
  const written = document.querySelector('base[href]')?.getAttribute('href')
  return (written && URL.parse(written, url)?.href) || url
}
