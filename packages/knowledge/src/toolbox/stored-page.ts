/** Pages and files of the index, for those who would fetch them. */
import type { ShelfOf } from '../ports.ts'
import { dayOf } from './day-of.ts'
import { storedDocument } from './stored-document.ts'

/** A page that is in the index. */
export type StoredPage = {
  readonly text: string
  readonly title?: string
  readonly publishedAt?: string
  /** What a reader should know of it. */
  readonly remarks?: readonly string[]
}

/** By the address that a search gave. Looks into the index alone, never at a disk or a network. */
export function storedPage(shelf: ShelfOf): (url: string, owner?: string) => Promise<StoredPage | undefined> {
  return async (url, owner = 'local') => {
    if (!/^(?:https?|file):/i.test(url)) return undefined
    const opened = await shelf(owner)
    const document = await storedDocument(opened, url)
    if (document === undefined) return undefined
    const publishedAt = dayOf(document.at)
    return {
      text: document.text,
      ...(opened.remark !== undefined && { remarks: [opened.remark] }),
      ...(document.title && { title: document.title }),
      ...(publishedAt && { publishedAt }),
    }
  }
}
