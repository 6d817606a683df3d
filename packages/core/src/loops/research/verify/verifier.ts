/** Checks by code alone whether the passages that a text cites say what it says. */
import { unspaced } from '../../../words.ts'
import { type Claim, faultsOf, isCheckable, isTranslated, makesClaim, titleFaults } from './claim-faults.ts'
import { asidesOf, cleaned } from './cleaned-text.ts'
import { plainAddress } from './links.ts'
import { type Capitals, marksNames } from './names.ts'
import { factsOf, type PassageFacts } from './passage-facts.ts'
import { plainSigns } from './plain-signs.ts'
import { type Sentence, sentencesIn } from './sentences.ts'
import { smallWords } from './small-words.ts'
import { contentWords } from './support.ts'
import type { Placed } from './text-edits.ts'

export type Passage = {
  readonly id: string
  readonly text: string
  /** The title of its source and the headings above it. */
  readonly about: string
}

export type FaultKind = 'citation' | 'link' | 'bibliography' | 'quote' | 'number' | 'name' | 'words'

export type Fault = {
  readonly kind: FaultKind
  /** What stands there. */
  readonly what: string
  /** One plain sentence for a writer and a reader. */
  readonly why: string
}

/** `plain` is a heading, a question, or a sentence that claims nothing. */
export type Verdict = 'supported' | 'unsupported' | 'uncited' | 'plain'

export type CheckedSentence = {
  /** Without citations. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Ids of passages that there are. */
  readonly cites: readonly string[]
  readonly verdict: Verdict
  readonly faults: readonly Fault[]
}

export type Verification = {
  /** The text without invented citations, links and lists of sources. The places of the sentences are in this one. */
  readonly text: string
  readonly sentences: readonly CheckedSentence[]
  /** What was taken out. */
  readonly removed: readonly Fault[]
  /** So many supported sentences are in another language than their passages: only figures, names and quotations were looked for. */
  readonly translated: number
}

export type VerifyOptions = {
  /** Addresses that may stand in the text. */
  readonly addresses: ReadonlySet<string>
}

export type Score = {
  /** Those that make a claim. */
  readonly sentences: number
  /** Those that cite, be it something invented. */
  readonly cited: number
  readonly supported: number
  readonly unsupported: number
  readonly uncited: number
  /** Supported of the cited sentences. */
  readonly precision: number
  /** Supported of all that make a claim. */
  readonly recall: number
}

/** A sentence of fewer words, without a figure or a name, leads from one to the next. */
const leastWords = 6
const leastContent = 3
/** So much of a sentence is looked at for its last sign. */
const longestEnd = 300
const withoutBlanks = new RegExp(`[[${unspaced}]&&[\\p{L}]]`, 'gv')
/** `This section describes …` */
const signpost =
  /^(?:(?:in )?(?:this|the (?:following|next)) (?:section|chapter|part|report|text|list|table)|dieser abschnitt|im folgenden|below)(?!\p{L})/iu

export function verify(
  text: string,
  evidence: ReadonlyMap<string, Passage>,
  { addresses }: VerifyOptions,
): Verification {
  const texts = [...evidence.values()].map(({ text: passage }) => passage)
  const isCopied = copiedFrom(texts)
  const { text: kept, removed } = cleaned(plainSigns(text), {
    isPassage: (id) => evidence.has(id),
    addresses: new Set([...addresses].map(plainAddress)),
    asides: asidesOf(texts),
    isCopied,
  })
  const facts = factsOf(evidence)
  const sentences = sentencesIn(kept, isCopied)
  const said = sentences.map((sentence) => sentence.text).join('\n')
  const known = {
    ...{ areSingleNames: marksNames(said), isSmallElsewhere: smallWords([...texts, said]) },
    all: [...evidence.keys()].flatMap(facts),
  }
  const takenOut = takenFrom(removed)
  const checked = sentences.map((sentence) => {
    const passages = sentence.cites.flatMap(facts)
    const { start, end, text: shown, cites } = sentence
    const found = checkedAs(sentence, { ...known, invented: takenOut(sentence), passages })
    return { text: shown, start, end, cites, ...found, isOther: isTranslatedOne(found.verdict, shown, passages) }
  })
  return {
    text: kept,
    sentences: checked.map(({ isOther: _, ...sentence }) => sentence),
    removed: removed.map(({ note }) => note),
    translated: checked.filter(({ isOther }) => isOther).length,
  }
}

function isTranslatedOne(verdict: Verdict, text: string, passages: readonly PassageFacts[]): boolean {
  return verdict === 'supported' && isTranslated(text, passages)
}

/** Whether a passage has a text as it is, but for its blanks. */
function copiedFrom(texts: readonly string[]): (code: string) => boolean {
  const blank = /\s+/g
  const forms = texts.map((text) => text.replace(blank, ' '))
  return (code) => {
    const said = code.replace(blank, ' ').trim()
    return said !== '' && forms.some((form) => form.includes(said))
  }
}

type Known = Capitals & {
  readonly invented: readonly Fault[]
  /** Those that the sentence cites. */
  readonly passages: readonly PassageFacts[]
  /** Those that it could have cited. */
  readonly all: readonly PassageFacts[]
}

function checkedAs(
  { kind, text, cites, isQuote }: Sentence,
  { invented, passages, all, ...capitals }: Known,
): Pick<CheckedSentence, 'verdict' | 'faults'> {
  const claim = { ...capitals, text, isQuote }
  const isTitle = kind === 'heading'
  if (isTitle || (cites.length === 0 && isQuestion(text))) {
    const faults = titleFaults(claim, all, isTitle)
    return { verdict: faults.length === 0 ? 'plain' : 'unsupported', faults }
  }
  if (cites.length > 0) {
    const faults = faultsOf(claim, passages)
    if (faults.length > 0) return { verdict: 'unsupported', faults }
    return { verdict: isCheckable(claim, passages) ? 'supported' : 'plain', faults }
  }
  if (!isClaim(claim)) return { verdict: 'plain', faults: [] }
  return { verdict: invented.length > 0 ? 'unsupported' : 'uncited', faults: invented }
}

/** By its last sign outside of brackets. */
function isQuestion(text: string): boolean {
  const shown = text.slice(-longestEnd).replace(/\([^()]*\)/g, '')
  return /[?？؟]["”»*_\s]{0,8}$/.test(shown)
}

function isClaim(claim: Claim): boolean {
  if (makesClaim(claim)) return true
  return (
    wordCount(claim.text) >= leastWords && contentWords(claim.text).length >= leastContent && !signpost.test(claim.text)
  )
}

/** Two letters of a script without blanks are about a word. */
function wordCount(text: string): number {
  const letters = text.match(withoutBlanks)?.length ?? 0
  const words = text.replace(withoutBlanks, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return words + letters / 2
}

/** What was taken out of a sentence or behind it; asked for in the order of the text. */
function takenFrom(removed: readonly Placed<Fault>[]): (sentence: Sentence) => readonly Fault[] {
  const cited = removed.filter(({ note }) => note.kind !== 'bibliography')
  let next = 0
  return ({ start, end }) => {
    while ((cited[next]?.at ?? Number.POSITIVE_INFINITY) < start) next++
    const first = next
    while ((cited[next]?.at ?? Number.POSITIVE_INFINITY) <= end) next++
    return cited.slice(first, next).map(({ note }) => note)
  }
}

export function scoreOf(verifications: readonly Verification[]): Score {
  const verdicts = verifications.flatMap(({ sentences }) => sentences.map(({ verdict }) => verdict))
  const count = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length
  const [supported, unsupported, uncited] = [count('supported'), count('unsupported'), count('uncited')]
  const cited = supported + unsupported
  const sentences = cited + uncited
  const share = (of: number) => (of === 0 ? 1 : supported / of)
  return { sentences, cited, supported, unsupported, uncited, precision: share(cited), recall: share(sentences) }
}

/** For choosing the better of two drafts. */
export function faultCount({ sentences }: Verification): number {
  return sentences.filter(({ verdict }) => verdict === 'unsupported' || verdict === 'uncited').length
}
