/** A section without an author: the beginnings of its best passages, each with its citation. */
import type { Chunk } from './state.ts'

const mostPassages = 6
const longestExtract = 400

export function extractOf(evidence: readonly Chunk[]): string {
  return evidence
    .slice(0, mostPassages)
    .map(({ id, text }) => `- ${beginningOf(text)} [${id}]`)
    .join('\n')
}

/** Whole sentences where there are any; headings and marks of Markdown are left out. */
function beginningOf(text: string): string {
  const plain = text
    .replace(/^#{1,6} .*$/gm, ' ')
    .replace(/[[\]*_`#>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= longestExtract) return plain
  const cut = plain.slice(0, longestExtract)
  const end = cut.search(/[.!?](?=[^.!?]*$)/)
  return end > longestExtract / 4 ? cut.slice(0, end + 1) : `${cut.replace(/\s\S*$/, '')} …`
}
