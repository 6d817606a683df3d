/** Markdown as HTML that only shows something: no scripts, no images, no links but to pages of the web. */
import { escaped } from '@gyre/lab'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** HTML and images have no place here; a definition could turn the number of a source into any link. */
const switchedOff = ['htmlFlow', 'htmlText', 'labelStartImage', 'definition']

/** Nobody writes a longer part; some texts that long would take minutes. */
const mostCharacters = 100_000

export type RenderOptions = {
  /** The highest level of headings; higher ones are lowered to it. 1 when left out. */
  readonly highest?: number
}

export function renderedMarkdown(markdown: string, { highest = 1 }: RenderOptions = {}): string {
  if (markdown.length > mostCharacters) return `<pre>${escaped(markdown)}</pre>`
  const html = micromark(markdown, {
    extensions: [gfmTable(), { disable: { null: switchedOff } }],
    htmlExtensions: [gfmTableHtml()],
  })
  return (
    html
      // All signs of the text itself are escaped: whatever looks like a tag is one that was just made.
      .replace(/<a href="([^"]*)"/g, (_, address: string) => linkStart(address))
      .replace(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => `<${end}h${Math.max(highest, Number(level))}>`)
      .replaceAll('<table>', '<div class="wide"><table>')
      .replaceAll('</table>', '</table></div>')
  )
}

function linkStart(address: string): string {
  return /^https?:\/\//i.test(address) ? `<a href="${address}" rel="noopener noreferrer nofollow"` : '<a'
}
