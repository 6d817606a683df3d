/** What of a chunk is embedded. */
import type { FoundChunk } from '@gyre/core'

/** The headings say what a chunk is about that does not say it itself. */
export function embeddedText({ headings, text }: Pick<FoundChunk, 'headings' | 'text'>): string {
  return headings.length === 0 ? text : `${headings.join(' › ')}\n${text}`
}
