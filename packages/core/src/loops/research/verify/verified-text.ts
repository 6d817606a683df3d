/** A verified text as its readers see it: with marks behind what is not supported, and numbers for citations. */
import { type Bracket, bracketsIn } from './citation-form.ts'
import type { CheckedSentence, Fault, Verification } from './verifier.ts'

/** A mark names so much of what failed. */
const maxNamed = 3
const longestNamed = 40

/** The text with a short mark behind each sentence that is not supported. */
export function markedText({ text, sentences }: Verification): string {
  let from = 0
  const parts = sentences.map((sentence) => {
    const part = text.slice(from, sentence.end)
    from = sentence.end
    return `${part}${markOf(sentence)}`
  })
  return parts.join('') + text.slice(from)
}

function markOf({ verdict, faults }: CheckedSentence): string {
  if (verdict === 'uncited') return ' *(no source given)*'
  if (verdict !== 'unsupported') return ''
  if (faults.every(({ kind }) => kind === 'words')) return ' *(wording not found)*'
  const named = [...new Set(faults.map(shownFault))].slice(0, maxNamed).join('; ')
  return ` *(unsupported: ${named})*`
}

/** Without signs of which a citation, a link or a cell could be made. */
function shownFault({ kind, what }: Fault): string {
  if (kind === 'citation') return 'the source does not exist'
  if (kind === 'link') return 'the address is not a source'
  if (kind === 'words') return 'wording not found'
  const plain = what.replace(/[[\]【】［］()<>*_`|\\\n]|:\/\//g, ' ').trim()
  return plain.length > longestNamed ? `${plain.slice(0, longestNamed).toWellFormed().trimEnd()}…` : plain
}

/** Citations by the numbers of their sources: `[c3][c4, c9]` becomes `[1][2]`, and the year `[2023]` becomes `(2023)`. */
export function numberedText(text: string, numberOf: (chunkId: string) => number): string {
  const brackets = bracketsIn(text).filter(({ kind, isLoose }) => kind === 'year' || (kind === 'cited' && !isLoose))
  let from = 0
  const parts = groupsOf(text, brackets).map(({ start, end, ids, year }) => {
    const before = text.slice(from, start)
    from = end
    const numbers = [...new Set(ids.map(numberOf))].sort((a, b) => a - b)
    return before + (year === undefined ? numbers.map((number) => `[${number}]`).join('') : `(${year})`)
  })
  return parts.join('') + text.slice(from)
}

type Group = Pick<Bracket, 'start' | 'end' | 'ids'> & { readonly year: string | undefined }

/** Citations with nothing but blanks between them are one. */
function groupsOf(text: string, brackets: readonly Bracket[]): readonly Group[] {
  const groups: Group[] = []
  let open: { start: number; end: number; ids: string[] } | undefined
  for (const { start, end, kind, ids, inside } of brackets) {
    if (open && kind === 'cited' && /^ {0,3}$/.test(text.slice(open.end, start))) {
      open.ids.push(...ids)
      open.end = end
      continue
    }
    if (open) groups.push({ ...open, year: undefined })
    open = kind === 'cited' ? { start, end, ids: [...ids] } : undefined
    if (kind === 'year') groups.push({ start, end, ids: [], year: inside })
  }
  return open ? [...groups, { ...open, year: undefined }] : groups
}
