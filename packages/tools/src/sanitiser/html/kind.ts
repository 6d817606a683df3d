/** Whether a text is HTML, has some, or only looks a little like it. */
import { type Tags, tagsOf } from './tags.ts'

export type Kind =
  /** Nothing to read: plain text, Markdown, source code, XML, JSON. */
  | { readonly is: 'text' }
  /** All of it is HTML. */
  | { readonly is: 'html' }
  /** A text with some elements in it, at these places; all other `<` are its own. */
  | { readonly is: 'mixed'; readonly tags: readonly number[] }

const plain: Kind = { is: 'text' }
const html: Kind = { is: 'html' }

export function kindOf(text: string): Kind {
  if (!/<[a-z/!]/i.test(text) || isJson(text)) return plain
  if (isDocument(text)) return html
  if (/^\s*<(?:\?xml|svg|rss|feed)\b/i.test(text)) return plain
  const tags = tagsOf(text)
  if (!tags.hasCommon || tags.isForeign || component.test(text)) return plain
  if (isWhole(text, tags)) return html
  return isSource(text) ? plain : { is: 'mixed', tags: tags.starts }
}

/** The beginning of a page may come after headers, but on a line of its own. */
const begins = /^<(?:!doctype[ \t\r\n]{1,8}html|html|head|body)(?=[\s>])/i
const beginsLater = /\n[ \t]{0,8}<(?:!doctype[ \t\r\n]{1,8}html|html)(?=[\s>])/i

function isDocument(text: string): boolean {
  if (begins.test(afterPreamble(text))) return true
  const later = beginsLater.exec(text)
  return later !== null && /<\/(?:html|body|head)>/i.test(text) && !text.slice(0, later.index).includes('```')
}

/** The first few characters after comments and the line that XML begins with. */
function afterPreamble(text: string): string {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    const end = text.startsWith('<!--', at)
      ? text.indexOf('-->', at)
      : text.startsWith('<?xml', at)
        ? text.indexOf('?>', at)
        : -1
    if (end < 0) return text.slice(at, at + 40)
    at = text.indexOf('>', end) + 1
  }
}

/** A value of JSON begins and ends like one. */
function isJson(text: string): boolean {
  const [first, last] = [/^\s*([{[])\s*(?:["{[\]}\d-]|true|false|null)/.exec(text)?.[1], text.trimEnd().at(-1)]
  return (first === '{' && last === '}') || (first === '[' && last === ']')
}

/** Components and templates are source code. */
const component =
  /\bclassName=|=\{|=> ?\(?\s{0,20}<|return \(?\s{0,20}<|<>|<\/>|\bv-(?:if|for|model)=|<script (?:setup|lang)\b|<\?php|\{%/
const codeLine =
  /[;{}(]\s*$|^\s*(?:import|export|const|let|var|def|class|public|private|return|function|#include|fn|func|package|use)\b/
const markupLine = /^\s*</

function isSource(text: string): boolean {
  const lines = text.split('\n', 400).filter((line) => line.trim() !== '')
  const code = lines.filter((line) => codeLine.test(line) && !markupLine.test(line))
  return code.length >= 2 && code.length >= lines.length * 0.4
}

const markdownLine = /^(?:#{1,6} |[-*+] |`{3}|> |\d{1,3}\. )/m

/** It begins and ends with a tag, and is no Markdown in between. */
function isWhole(text: string, { starts }: Tags): boolean {
  const first = text.length - text.trimStart().length
  return starts[0] === first && text.trimEnd().endsWith('>') && !markdownLine.test(text)
}
