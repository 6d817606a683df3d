/** What a first search showed: pages with their titles, in the order in which they were found. */
import { fencedIn } from './fenced-lines.ts'

/** The text is an extract, and empty where the search gave none. */
export type FoundPage = { readonly title: string; readonly text: string }

/** `1. Title`, then perhaps an address and an extract, each further in. */
const entry = /^\d+\. (.+)((?:\n[ \t]+\S.*)*)/gm
const address = /^\s*https?:\/\/\S+\s*$/gm

/** What a place says of all its documents. */
const remark = /^\s*\([^()\n]*\.\)\s*/

/** Pages of the same title are one. */
export function foundPages(found: string | undefined): readonly FoundPage[] {
  const entries = fencedIn(found).flatMap(({ text }) =>
    [...text.matchAll(entry)].map(([, title = '', below = '']) => ({
      title: withoutSite(title),
      text: inOneLine(below.replace(address, '').replace(remark, '')),
    })),
  )
  return [...Map.groupBy(entries, ({ title }) => title)].map(([title, pages]) => ({
    title,
    text: inOneLine(pages.map(({ text }) => text).join(' ')),
  }))
}

/** `The Lights | A Site (2026-01-31)` is about the lights. */
function withoutSite(title: string): string {
  return title
    .replace(/ \(\d{4}-\d\d-\d\d\)$/, '')
    .replace(/\s+[|–—-]\s+[^|–—]{1,40}$/, '')
    .trim()
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
