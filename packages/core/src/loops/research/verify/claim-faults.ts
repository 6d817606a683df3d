/** What a sentence says that the passages it cites do not. */
import { figuresIn, isKnownFigure } from './figures.ts'
import { isKnownName, namesIn } from './names.ts'
import type { PassageFacts } from './passage-facts.ts'
import { hasQuotation, oneForm, quotationsIn } from './quotations.ts'
import { missingWords } from './support.ts'
import type { Fault } from './verifier.ts'

/** More of one kind tell a writer nothing new. */
const maxFaults = 5
/** So many of the missing words are shown. */
const shownWords = 6

/** The label of a list item, such as `**Wages and Hours:**`, has capitals of its own. */
const label = /^\s*(?:\*\*|__)[^*_]{1,120}(?:\*\*|__)\s*[:.–—-]?|^\s*(?:\*\*|__)[^*_]{1,120}[:.](?:\*\*|__)/

export type Claim = { readonly text: string; readonly areSingleNames: boolean }

/** Whether a sentence has anything that a source must be named for. */
export function makesClaim({ text, areSingleNames }: Claim): boolean {
  return figuresIn(text).length > 0 || quotationsIn(text).length > 0 || claimedNames(text, areSingleNames).length > 0
}

/** None when the sentence stands in a passage as it is. */
export function faultsOf({ text, areSingleNames }: Claim, passages: readonly PassageFacts[]): readonly Fault[] {
  if (passages.some(({ form }) => hasSentence(form, text))) return []
  const faults = [
    ...first(quotationsIn(text), (quoted) => passages.some(({ form }) => hasQuotation(form, quoted))).map(
      (what): Fault => ({ kind: 'quote', what, why: 'These words stand in no cited passage.' }),
    ),
    ...first(figuresIn(text), (figure) => passages.some(({ figures }) => isKnownFigure(figure, figures))).map(
      ({ text: what }): Fault => ({ kind: 'number', what, why: 'This figure stands in no cited passage.' }),
    ),
    ...first(claimedNames(text, areSingleNames), (name) =>
      isKnownName(
        name,
        passages.map(({ names }) => names),
      ),
    ).map(({ text: what }): Fault => ({ kind: 'name', what, why: 'This name stands in no cited passage.' })),
  ]
  return [...faults, ...wordFaults(text.replace(label, ''), passages)]
}

function wordFaults(text: string, passages: readonly PassageFacts[]): readonly Fault[] {
  const missing = missingWords(
    text,
    passages.map(({ stems }) => stems),
  )
  const what = missing.slice(0, shownWords).join(', ')
  return missing.length === 0
    ? []
    : [{ kind: 'words', what, why: 'The cited passages have few words of this sentence.' }]
}

function claimedNames(text: string, areSingleNames: boolean): ReturnType<typeof namesIn> {
  return namesIn(text.replace(label, ''), areSingleNames)
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
  const sentence = oneForm(text).replace(/[.,;:!?]{1,5}$/, '')
  if (sentence === '') return false
  const at = form.indexOf(` ${sentence}`)
  return at >= 0 && /^[.,;:!?)]*\s/.test(form.slice(at + 1 + sentence.length, at + 8 + sentence.length))
}
