/** Markdown as HTML that only shows something: no scripts, no images, no links but to pages of the web. */
import { escaped } from '@gyre/lab'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { markdownParts } from './markdown-parts.ts'

/** HTML and images have no place here; a definition could turn the number of a source into any link. */
const switchedOff = ['htmlFlow', 'htmlText', 'labelStartImage', 'definition']

/** Nobody writes a longer text. */
const mostCharacters = 100_000
/** Of one part: the time for some texts grows with the square of their length, or of the signs in them. */
const mostOfPart = 10_000
const mostSigns = 3_000

export type RenderOptions = {
  /** The highest level of headings; higher ones are lowered to it. 1 when left out. */
  readonly highest?: number
  /** All addresses that links may lead to; any page of the web when left out. */
  readonly addresses?: ReadonlySet<string>
}

export function renderedMarkdown(markdown: string, options: RenderOptions = {}): string {
  if (markdown.length > mostCharacters) return asItIs(markdown)
  return markdownParts(markdown)
    .map((part) => (isCostly(part) ? asItIs(part) : renderedPart(part, options)))
    .join('\n')
}

function asItIs(markdown: string): string {
  return `<pre>${escaped(markdown)}</pre>`
}

function isCostly(part: string): boolean {
  return part.length > mostOfPart || (part.match(/[^\p{L}\p{N}\s]/gu) ?? []).length > mostSigns
}

function renderedPart(markdown: string, { highest = 1, addresses }: RenderOptions): string {
  const html = micromark(markdown, {
    extensions: [gfmTable(), { disable: { null: switchedOff } }],
    htmlExtensions: [gfmTableHtml()],
  })
  return (
    html
      // All signs of the text itself are escaped: whatever looks like a tag is one that was just made.
      .replace(/<a href="([^"]*)"/g, (_, address: string) => linkStart(address, addresses))
      .replace(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => `<${end}h${Math.max(highest, Number(level))}>`)
      .replaceAll('<table>', '<div class="wide"><table>')
      .replaceAll('</table>', '</table></div>')
  )
}

function linkStart(address: string, addresses: ReadonlySet<string> | undefined): string {
  const isAllowed = addresses?.has(address.replaceAll('&amp;', '&')) ?? true
  const isPage = /^https?:\/\//i.test(address)
  return isPage && isAllowed ? `<a href="${address}" rel="noopener noreferrer nofollow"` : '<a'
}
