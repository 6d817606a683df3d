/** A text without invented citations, links and lists of sources. Each valid citation is written `[c1]`. */
import { bibliographiesIn } from './bibliography.ts'
import { type Bracket, bracketsIn } from './citation-form.ts'
import { codeSpansIn, outerFence, type Span, withoutOverlaps } from './code-spans.ts'
import { linksIn, plainAddress } from './links.ts'
import { otherCitationsIn } from './other-citations.ts'
import { applied, type Edit, type Placed } from './text-edits.ts'
import type { Fault } from './verifier.ts'

export type Known = {
  /** Whether there is such a passage. */
  isPassage(id: string): boolean
  /** Forms of {@link plainAddress}. */
  readonly addresses: ReadonlySet<string>
  /** What looks like a citation, but is a text of the sources. */
  readonly asides: ReadonlySet<string>
  /** Whether a passage has this text, as it is. */
  isCopied(text: string): boolean
}

export type Cleaned = { readonly text: string; readonly removed: readonly Placed<Fault>[] }

/** What was taken out may leave a new one behind, as in `[[3]4]`. More rounds than this is no text. */
const maxRounds = 8
/** So much of what was taken out is told. */
const longestShown = 80
const notOurs = 'Only the id of a passage is a citation; this is none.'
/** What a citation or a link leaves behind that was alone in it. A line of stars is a rule. */
const leftovers =
  /[[【［〔]\s{0,3}[\]】］〕]|\(\s{0,3}(?:(?:see|siehe|cf\.?|vgl\.?|sources?|quellen?|refs?\.?)[:\s]{0,3})?\)|(?<=\S[ \t]{0,3})(?<!\*)\*{4}(?!\*)|(?<!\*)\*{4}(?!\*)(?=[ \t]{0,3}\S)/gi

export function cleaned(text: string, known: Known): Cleaned {
  let state: Cleaned = { text, removed: [] }
  for (let round = 0; round < maxRounds; round++) {
    const found = editsOf(state.text, known)
    const edits = found.length > 0 ? found : fenceEdits(state.text)
    if (edits.length === 0) return state
    state = applied(state, edits)
  }
  const defused = applied(state, withoutOverlaps(brackets(state.text, known)))
  return applied(defused, bibliographyEdits(defused.text))
}

/** What looks like a citation in the passages themselves: a copied sentence may keep it. */
export function asidesOf(texts: Iterable<string>): ReadonlySet<string> {
  const found = [...texts].flatMap((text) => bracketsIn(text))
  return new Set(found.filter(({ kind }) => kind === 'invented').map(({ inside }) => inside))
}

function editsOf(text: string, known: Known): readonly Edit<Fault>[] {
  const code = codeSpansIn(text, known.isCopied)
  const found = bracketsIn(text)
  const edits = [
    ...bibliographyEdits(text),
    ...outside([...linkEdits(text, known), ...otherEdits(text), ...leftoverEdits(text)], code),
    ...outside(
      found.filter(({ kind }) => kind !== 'cited'),
      code,
    ).flatMap((bracket) => bracketEdits(text, bracket, known)),
    ...found.filter(({ kind }) => kind === 'cited').flatMap((bracket) => bracketEdits(text, bracket, known)),
  ]
  // Of two that begin at one place the longer one holds the other.
  const ordered = edits.sort((a, b) => a.start - b.start || b.end - a.end)
  return withoutOverlaps(ordered).filter(({ start, end, replacement }) => text.slice(start, end) !== replacement)
}

function otherEdits(text: string): readonly Edit<Fault>[] {
  return otherCitationsIn(text).map(({ start, end }) => ({
    ...{ start, end, replacement: '' },
    notes: [{ kind: 'citation', what: text.slice(start, end).trim(), why: whyOf(text.slice(start, end), notOurs) }],
  }))
}

function fenceEdits(text: string): readonly Edit<Fault>[] {
  return outerFence(text).map(({ start, end }) => ({ start, end, replacement: '', notes: [] }))
}

/** And what would make a link of a form that was not read. */
function leftoverEdits(text: string): readonly Edit<Fault>[] {
  const left = [...text.matchAll(leftovers)].map(({ 0: found, index }) => ({
    ...{ start: index, end: index + found.length, replacement: '', notes: [] },
  }))
  const joints = [...text.matchAll(/\](?=\()/g)].map(({ index }) => ({
    ...{ start: index, end: index + 1, replacement: '] ', notes: [] },
  }))
  return [...left, ...joints]
}

/** Both in the order of their text. */
function outside<T extends Span>(spans: readonly T[], code: readonly Span[]): readonly T[] {
  let next = 0
  return [...spans]
    .sort((a, b) => a.start - b.start)
    .filter(({ start }) => {
      while ((code[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
      return start < (code[next]?.start ?? Number.POSITIVE_INFINITY)
    })
}

function bibliographyEdits(text: string): readonly Edit<Fault>[] {
  return bibliographiesIn(text).map(({ start, end, title }) => ({
    start,
    end,
    replacement: '',
    notes: [
      { kind: 'bibliography', what: title, why: 'The list of sources is made from the citations; it is not written.' },
    ],
  }))
}

function linkEdits(text: string, { addresses }: Known): readonly Edit<Fault>[] {
  return linksIn(text).map(({ start, end, address, kept, isNumber }) => {
    const isKnown = addresses.has(plainAddress(address))
    if (isKnown && !isNumber) return { start, end, replacement: text.slice(start, end), notes: [] }
    const what = isKnown ? text.slice(start, end) : address
    const notes: readonly Fault[] =
      isKnown && kept !== '' ? [] : [{ kind: 'link', what, why: whyOf(what, 'This address is not among the sources.') }]
    return { start, end, replacement: kept, notes }
  })
}

function bracketEdits(text: string, bracket: Bracket, known: Known): readonly Edit<Fault>[] {
  const { start, end, kind, ids, inside, isLoose } = bracket
  if (kind === 'year') return [{ start, end, replacement: `(${inside})`, notes: [] }]
  const valid = ids.filter((id) => known.isPassage(id))
  if ((isLoose && valid.length === 0) || isOfPassages(bracket, known)) return []
  const what = text.slice(start, end)
  const unknown = ids.filter((id) => !known.isPassage(id))
  const notes: readonly Fault[] =
    kind === 'cited'
      ? unknown.map((id) => ({ kind: 'citation', what: id, why: `There is no passage ${id}.` }))
      : [{ kind: 'citation', what, why: whyOf(what, notOurs) }]
  return [{ start, end, replacement: valid.map((id) => `[${id}]`).join(''), notes }]
}

/** A number in brackets is taken out even so: a reader would look for it in our list. */
function isOfPassages({ kind, inside }: Bracket, { asides, isCopied }: Known): boolean {
  if (kind === 'short') return /^\p{L}{3,}$/u.test(inside) && isCopied(inside)
  return kind === 'invented' && /^\p{Lu}\p{L}+/u.test(inside) && asides.has(inside)
}

/** A writer is told this alone. */
function whyOf(what: string, why: string): string {
  const shown = what.trim()
  return shown.length > longestShown
    ? `“${shown.slice(0, longestShown).toWellFormed()}…”: ${why}`
    : `“${shown}”: ${why}`
}

/** The last resort: no sign stays that a citation or an address could be made of, but those of valid citations. */
function brackets(text: string, { isPassage }: Known): readonly Edit<Fault>[] {
  return [...text.matchAll(/\[(c\d+)\]|[[\]【】［］〔〕〖〗⟦⟧〚〛﹝﹞⁅⁆()<>{}`①-⑳¹²³⁰⁴-⁹]|:\/\/|www\./giu)]
    .filter(({ 1: id = '' }) => !isPassage(id))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length, replacement: ' ', notes: [] }))
}
