/** What a sentence says that the passages it cites do not. */
import { type Figure, figuresIn, isKnownFigure } from './figures.ts'
import { areDifferentLanguages, areDifferentScripts, languageOf } from './language.ts'
import { type Capitals, isKnownName, type Name, namesIn, namesInTitle } from './names.ts'
import type { PassageFacts } from './passage-facts.ts'
import { hasQuotation, oneForm, quotationsIn } from './quotations.ts'
import { contentWords, missingWords } from './support.ts'
import type { Fault } from './verifier.ts'

/** More of one kind tell a writer nothing new. */
const maxFaults = 5
/** So many of the missing words are shown. */
const shownWords = 6
/** So much of a quotation is shown. */
const longestShown = 80

/** The label of a list item, such as `**Wages and Hours:**`, has capitals of its own. */
const label = /^\s*(?:\*\*|__)[^*_]{1,120}(?::(?:\*\*|__)|(?:\*\*|__)\s?:)/
/** Who said it, below the lines of a quotation. */
const attribution = /^\s*[–—-]\s*\p{Lu}/u

export type Claim = Capitals & {
  readonly text: string
  /** Whether all of it is a quotation. */
  readonly isQuote?: boolean
}

/** Whether a sentence has anything that a source must be named for. */
export function makesClaim(claim: Claim): boolean {
  return figuresIn(claim.text).length > 0 || quotedBy(claim).length > 0 || claimedNames(claim).length > 0
}

/** None when the sentence stands in a passage as it is. */
export function faultsOf(claim: Claim, passages: readonly PassageFacts[]): readonly Fault[] {
  const { text } = claim
  if (passages.some(({ form }) => hasSentence(form, text))) return []
  const figures = figuresIn(text)
  const quoted = quotedBy(claim)
  const names = inScript(claimedNames(claim), text, passages)
  const faults = [
    ...first(quoted, (words) => passages.some(({ form }) => hasQuotation(form, words))).map(
      (what): Fault => ({ kind: 'quote', what, why: `“${shortened(what)}”: these words stand in no cited passage.` }),
    ),
    ...figureFaults(figures, passages, 'no cited passage'),
    ...nameFaults(names, passages, 'no cited passage'),
  ]
  const isChecked = figures.length + quoted.length + names.length > 0
  return [...faults, ...wordFaults(text.replace(label, ''), passages, isChecked)]
}

/** What a heading or a question says that none of the passages does: it cites nothing itself. */
export function titleFaults(claim: Claim, passages: readonly PassageFacts[], isTitle: boolean): readonly Fault[] {
  const { text } = claim
  if (passages.some(({ form }) => hasSentence(form, text))) return []
  const names = isTitle ? text.split('|').flatMap((cell) => namesInTitle(cell, claim)) : namesIn(text, claim)
  return [
    ...figureFaults(figuresIn(text), passages, 'no passage'),
    ...nameFaults(inScript(names, text, passages), passages, 'no passage'),
  ]
}

/** Whether its words cannot be looked for, as it is in another language than all the passages. */
export function isTranslated(text: string, passages: readonly PassageFacts[]): boolean {
  const language = languageOf(text)
  return passages.length > 0 && passages.every((passage) => areDifferentLanguages(language, passage.language))
}

/** Names are written otherwise in another script. */
function inScript(names: readonly Name[], text: string, passages: readonly PassageFacts[]): readonly Name[] {
  if (names.length === 0 || passages.length === 0) return names
  const language = languageOf(text)
  return passages.every((passage) => areDifferentScripts(language, passage.language)) ? [] : names
}

function figureFaults(figures: readonly Figure[], passages: readonly PassageFacts[], where: string): readonly Fault[] {
  return first(figures, (figure) => passages.some((passage) => isKnownFigure(figure, passage.figures))).map(
    ({ text: what }) => ({ kind: 'number', what, why: `“${what}”: this figure stands in ${where}.` }),
  )
}

function nameFaults(names: readonly Name[], passages: readonly PassageFacts[], where: string): readonly Fault[] {
  const known = passages.map((passage) => passage.names)
  return first(names, (name) => isKnownName(name, known)).map(({ text: what }) => ({
    ...{ kind: 'name', what, why: `“${what}”: this name stands in ${where}.` },
  }))
}

/** Where nothing else can be looked for, and nothing of its words is known, it is not supported. */
function wordFaults(text: string, passages: readonly PassageFacts[], isChecked: boolean): readonly Fault[] {
  if (isTranslated(text, passages)) return isChecked ? [] : [unchecked(text)]
  const missing = missingWords(
    text,
    passages.map(({ stems }) => stems),
    isChecked,
  )
  const what = missing.slice(0, shownWords).join(', ')
  return missing.length === 0
    ? []
    : [{ kind: 'words', what, why: `“${what}”: the cited passages have few words of this sentence.` }]
}

function unchecked(text: string): Fault {
  const what = shortened(text.trim())
  const why = 'the cited passages are in another language, and there is no figure or name to look for.'
  return { kind: 'words', what, why: `“${what}”: ${why}` }
}

/** Whether it has words that could be looked for at all, or stands in a passage as it is. */
export function isCheckable(claim: Claim, passages: readonly PassageFacts[]): boolean {
  if (contentWords(claim.text).length > 0 || makesClaim(claim)) return true
  return passages.some(({ form }) => hasSentence(form, claim.text))
}

function quotedBy({ text, isQuote }: Claim): readonly string[] {
  const quoted = quotationsIn(text)
  const isWhole = isQuote && quoted.length === 0 && !label.test(text) && !attribution.test(text)
  return isWhole ? [text.replace(/\s[–—]\s?\p{Lu}[\p{L}\s.]{0,60}$/u, '')] : quoted
}

/** In a label only several words with capitals are a name. */
function claimedNames(claim: Claim): readonly Name[] {
  const [title = ''] = label.exec(claim.text) ?? []
  return [...namesInTitle(title, claim), ...namesIn(claim.text.slice(title.length), claim)]
}

function shortened(what: string): string {
  return what.length > longestShown ? `${what.slice(0, longestShown).toWellFormed().trimEnd()}…` : what
}

/** The first that are not known. */
function first<T>(found: readonly T[], isKnown: (each: T) => boolean): readonly T[] {
  const unknown: T[] = []
  for (const each of found) {
    if (!isKnown(each)) unknown.push(each)
    if (unknown.length === maxFaults) break
  }
  return unknown
}

/** As whole words: the end of a longer number is another number. */
function hasSentence(form: string, text: string): boolean {
  const sentence = oneForm(text).replace(/[.,;:!?。！？]{1,5}$/, '')
  if (sentence === '') return false
  const at = form.indexOf(` ${sentence}`)
  return at >= 0 && /^[.,;:!?)]*\s/.test(form.slice(at + 1 + sentence.length, at + 8 + sentence.length))
}
