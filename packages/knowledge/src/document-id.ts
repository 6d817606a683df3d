/** The name of a document: the same for the same source of the same owner, whatever it says. */
import { sha256Of } from '@gyre/core/text'

export function documentId(owner: string, source: string): string {
  return `doc_${sha256Of(`${owner}\0${source}`).slice(0, 24)}`
}
