/** Edits of a text by the words they replace: everything outside of those words stays as it was, byte by byte. */
import { placedWords, unspaced, wordsOf } from '../words.ts'
import { excerpt } from './tool-input.ts'

type Edit = { readonly claim: string; readonly replacement: string }

type Span = { readonly start: number; readonly end: number }

/** A span of the old text, and what replaces it. */
type Placed = Span & { readonly replacement: string }

type Edited = {
  readonly text: string
  /** In the order of the text. */
  readonly applied: readonly Placed[]
  /** The claims of edits that were not applied. */
  readonly refused: readonly string[]
  /** Why not, by their place in the list. */
  readonly faults: readonly string[]
}

/** Applies what can be applied. Of edits that overlap the first counts; one that changes nothing is none. */
export function applyEdits(text: string, edits: readonly Edit[]): Edited {
  const placed: Placed[] = []
  const refused: string[] = []
  const faults: string[] = []
  const find = spansIn(text)
  for (const [index, edit] of edits.entries()) {
    const found = placeOf(find(edit.claim), edit, placed)
    if (typeof found === 'string') {
      refused.push(edit.claim)
      faults.push(`edits[${index}].claim: \`${excerpt(edit.claim)}\` ${found}`)
    } else placed.push(found)
  }
  const applied = placed
    .filter(({ start, end, replacement }) => text.slice(start, end) !== replacement)
    .filter(({ start }, index, all) => all.findIndex((other) => other.start === start) === index)
    .sort((a, b) => a.start - b.start)
  return { text: withChanges(text, applied), applied, refused, faults }
}

/** Where an edit belongs beside those before it, or why it belongs nowhere. The same edit twice is one. */
function placeOf(spans: readonly Span[], { replacement }: Edit, placed: readonly Placed[]): Placed | string {
  const [span, ...others] = spans
  if (!span) return 'is not in the draft; quote its exact words'
  if (others.length > 0) {
    return `stands ${others.length + 1} times in the draft; quote enough around it that it stands once`
  }
  const rival = placed.find(({ start, end }) => start < span.end && span.start < end)
  const isSame = rival?.start === span.start && rival.end === span.end && rival.replacement === replacement
  return rival && !isSame ? 'overlaps the claim of another edit; make one edit of them' : { ...span, replacement }
}

function withChanges(text: string, changes: Edited['applied']): string {
  let edited = ''
  let from = 0
  for (const { start, end, replacement } of changes) {
    edited += text.slice(from, start) + replacement
    from = end
  }
  return edited + text.slice(from)
}

/**
 * Where these words stand in a text, as whole words: exactly as written, else the same words in the same order,
 * whatever their case, spaces and punctuation. A minus is a minus, whichever sign is written for it.
 */
export function spansOf(text: string, claim: string): readonly Span[] {
  return spansIn(text)(claim)
}

/** The same for many claims about one text: what is known of the text is found out once. */
export function spansIn(text: string): (claim: string) => readonly Span[] {
  const folded = withOneMinus(text)
  let words: Words | undefined
  const isWhole = ({ start, end }: Span) => !isWithinWord(text, start) && !isWithinWord(text, end)
  return (claim) => {
    const sought = withOneMinus(claim.trim())
    if (sought === '') return []
    const exact = exactSpans(folded, sought).filter(isWhole)
    if (exact.length > 0) return exact
    words ??= joinedWords(folded)
    return wordSpans(words, sought).filter(isWhole)
  }
}

/** Each sign is as long as the one it becomes, so that all places stay the same. */
function withOneMinus(text: string): string {
  return text.replace(/[\u2010-\u2013\u2212\uFE63\uFF0D]/g, '-')
}

function exactSpans(text: string, words: string): readonly Span[] {
  const spans: Span[] = []
  for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + 1)) {
    spans.push({ start, end: start + words.length })
  }
  return spans
}

/** Made when it is first needed, as those of the words themselves. */
let oneWord: RegExp | undefined

/**
 * Whether what stands on both sides of a place is one word. A decimal point is no end of a number; a unit may follow its
 * number without a space, and some scripts have no spaces at all.
 */
function isWithinWord(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2)]
  if (/\d[.,]$/.test(before) && /^\d/.test(after)) return true
  if (/\d$/.test(before) && /^[.,]\d/.test(after)) return true
  const letter = `[[\\p{L}\\p{M}]--[${unspaced}]]`
  oneWord ??= new RegExp(String.raw`^(?:[\p{L}\p{N}\p{M}]\p{M}|${letter}${letter}|\p{N}\p{N})$`, 'v')
  return oneWord.test(([...before].at(-1) ?? '') + ([...after][0] ?? ''))
}

/** The words of a text in one line, and which of them begins where in it. */
type Words = {
  readonly text: string
  readonly placed: ReturnType<typeof placedWords>
  readonly joined: string
  readonly starts: ReadonlyMap<number, number>
}

function joinedWords(text: string): Words {
  const placed = placedWords(text)
  const starts = new Map<number, number>()
  let joined = ' '
  for (const [index, { word }] of placed.entries()) {
    starts.set(joined.length - 1, index)
    joined += `${word} `
  }
  return { text, placed, joined, starts }
}

function wordSpans({ text, placed, joined, starts }: Words, claim: string): readonly Span[] {
  const words = wordsOf(claim)
  const sought = ` ${words.join(' ')} `
  if (sought.trim() === '') return []
  const spans: Span[] = []
  for (let at = joined.indexOf(sought); at >= 0; at = joined.indexOf(sought, at + 1)) {
    const first = starts.get(at)
    const [from, to] = first === undefined ? [] : [placed[first], placed[first + words.length - 1]]
    if (from && to) spans.push(withPunctuation(text, claim, { start: from.start, end: to.end }))
  }
  return spans
}

/** A claim that is quoted with its full stop is replaced with it. */
function withPunctuation(text: string, claim: string, { start, end }: Span): Span {
  const [head = ''] = /^[^\p{L}\p{N}\p{M}\s]*/u.exec(claim) ?? []
  const [tail = ''] = /[^\p{L}\p{N}\p{M}\s]{0,8}$/u.exec(claim) ?? []
  return {
    start: head !== '' && text.slice(0, start).endsWith(head) ? start - head.length : start,
    end: tail !== '' && text.startsWith(tail, end) ? end + tail.length : end,
  }
}
