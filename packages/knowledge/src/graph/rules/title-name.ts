/** The thing a chunk is about, by its heading or the title of its document. */
import { foldedName } from '@gyre/core'
import { plainText } from './plain-text.ts'

const mostWords = 8

/** The innermost heading that is one of the names of the document; else the title, if it can be a name at all. */
export function subjectOf(
  { headings, title }: { readonly headings: readonly string[]; readonly title: string },
  names: ReadonlySet<string>,
): string | undefined {
  return headings.map(nameOf).findLast((name) => names.has(foldedName(name))) ?? titleAsName(title)
}

export function titleAsName(title: string): string | undefined {
  const name = nameOf(title)
  const isFile = /\.[a-z0-9]{1,5}$|[/\\]/i.test(title.trim())
  const isName = /\p{Lu}/u.test(name) && name.split(' ').length <= mostWords
  return isName && !isFile ? name : undefined
}

/** `The Skerry Light: a history` is about the Skerry Light. */
function nameOf(heading: string): string {
  const plain = plainText(heading.replace(/^#+\s*/, '')).paragraphs.join(' ')
  return plain
    .replace(/\s*(?:[:(—–|]|\s-\s).*$/, '')
    .replace(/^(?:the|an?)\s+(?=\S)/i, '')
    .trim()
}
