/** An HTML page as text. */
import { sanitise } from '../../../sanitiser/sanitise.ts'
import { articleOf } from './article.ts'
import type { PageText } from './page-text.ts'
import { wallIn } from './walls.ts'

export async function readHtml(html: string, url: string): Promise<PageText> {
  const { html: article, isWhole, ...facts } = await articleOf(html, url)
  const { text } = await sanitise(`<html><body>${article}</body></html>`, { keepsMarkup: false })
  // Asked of the page itself: what is hidden is not in the article any more.
  const { suspected } = await sanitise(html, { keepsMarkup: false })
  const wall = isWhole ? wallIn(text) : undefined
  return {
    ...facts,
    text,
    remarks: [
      ...(wall ? [wall] : []),
      ...(text.trim() === '' ? ['The page has no text: it may be filled in by scripts.'] : []),
      ...(suspected.some(({ rule }) => rule === 'hidden-text')
        ? ['Text that was hidden from readers and read like an instruction was left out.']
        : []),
    ],
  }
}
