/** A section without an author: the beginnings of its best passages, each with its citation. */
import type { Chunk } from './state.ts'
import { bracketsIn } from './verify/citation-form.ts'
import { plainSigns } from './verify/plain-signs.ts'

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
  const plain = withoutCitations(plainSigns(text).replace(/^#{1,6} .*$/gm, ' '))
    .replace(/[[\]【】［］〔〕〖〗⟦⟧〚〛﹝﹞⁅⁆{}*_`#>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= longestExtract) return plain
  const cut = plain.slice(0, longestExtract)
  const end = cut.search(/[.!?](?=[^.!?]*$)/)
  return end > longestExtract / 4 ? cut.slice(0, end + 1) : `${cut.replace(/\s\S*$/, '')} …`
}

/** What a page cites is its own affair: `(c2)` in its text is no citation of ours. */
function withoutCitations(text: string): string {
  let from = 0
  const kept = bracketsIn(text)
    .filter(({ start, kind }) => kind === 'cited' || (kind === 'invented' && text[start] !== '('))
    .map(({ start, end }) => {
      const before = text.slice(from, start).trimEnd()
      from = end
      return before
    })
  return kept.join('') + text.slice(from)
}
