/** Documents: files that are given to be read in, and those that are there. */

/** A request may be 4 MiB, and JSON takes some of it. */
const mostBytes = 3.5 * 1024 * 1024

export type FileState =
  | { readonly state: 'waits' | 'reading' | 'done' }
  | { readonly state: 'failed'; readonly why: string }

/** Why a file is not sent; undefined when it is. */
export function fileFault({ size }: { readonly size: number }, text: string): string | undefined {
  if (size > mostBytes) return `It has ${(size / 1024 / 1024).toFixed(1)} MiB; 3.5 are read at once. Split it.`
  if (text.trim() === '') return 'It is empty.'
  // A text has none; what is left of bytes that are no text has many of the other.
  if (text.includes('\0') || (text.match(/\uFFFD/g)?.length ?? 0) > text.length / 100) {
    return 'It is no text. For a PDF run `gyre knowledge add FILE`.'
  }
  return undefined
}

/** `2 of 5 read, 1 failed`. */
export function progressWords(states: readonly FileState[]): string {
  const of = (state: FileState['state']) => states.filter((each) => each.state === state).length
  const failed = of('failed')
  return `${of('done')} of ${states.length} read${failed > 0 ? `, ${failed} failed` : ''}`
}

type Named = { readonly title: string; readonly source: string }

/** Those with all the words in their title or name. */
export function documentsNamed<D extends Named>(documents: readonly D[], words: string): readonly D[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return documents.filter(({ title, source }) => {
    const text = `${title} ${source}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** A text that was cleaned is not what was given: only plain ones can be added again as they were. */
export function canBeReadAgain({ mediaType }: { readonly mediaType: string }): boolean {
  return mediaType === 'text/plain' || mediaType === 'text/markdown'
}
