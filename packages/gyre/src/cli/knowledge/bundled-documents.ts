/** Telling the documents that come along from one's own, and saying how to have some. */
import { bundledOwner, type Shelf } from '@gyre/knowledge'

export function isBundled({ owner }: Shelf): boolean {
  return owner === bundledOwner
}

/** What is added to a row for programs. */
export function bundledMark(shelf: Shelf): { readonly bundled?: true } {
  return isBundled(shelf) ? { bundled: true } : {}
}

export function howToAdd(what: 'some' | 'your own'): string {
  return `To read ${what}: gyre knowledge add FOLDER`
}

export const noDocuments = `There are no documents. ${howToAdd('some')}`
