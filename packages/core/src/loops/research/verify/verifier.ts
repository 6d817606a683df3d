/** Checks by code alone whether the passages that a text cites say what it says. */
import { faultsOf, makesClaim } from './claim-faults.ts'
import { asidesOf, cleaned } from './cleaned-text.ts'
import { plainAddress } from './links.ts'
import { marksNames } from './names.ts'
import { factsOf, type PassageFacts } from './passage-facts.ts'
import { type Sentence, sentencesIn } from './sentences.ts'
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
/** `This section describes …` */
const signpost =
  /^(?:(?:in )?(?:this|the (?:following|next)) (?:section|chapter|part|report|text|list|table)|dieser abschnitt|im folgenden|below)(?!\p{L})/iu

export function verify(
  text: string,
  evidence: ReadonlyMap<string, Passage>,
  { addresses }: VerifyOptions,
): Verification {
  const { text: kept, removed } = cleaned(text, {
    isPassage: (id) => evidence.has(id),
    addresses: new Set([...addresses].map(plainAddress)),
    asides: asidesOf([...evidence.values()].map(({ text: passage }) => passage)),
  })
  const facts = factsOf(evidence)
  const sentences = sentencesIn(kept)
  const areSingleNames = marksNames(sentences.map((sentence) => sentence.text).join('\n'))
  const takenOut = takenFrom(removed)
  const checked = sentences.map((sentence) => {
    const invented = takenOut(sentence)
    const { start, end, text: said, cites } = sentence
    return {
      text: said,
      start,
      end,
      cites,
      ...checkedAs(sentence, { areSingleNames, invented, passages: cites.flatMap(facts) }),
    }
  })
  return { text: kept, sentences: checked, removed: removed.map(({ note }) => note) }
}

type Known = {
  readonly areSingleNames: boolean
  readonly invented: readonly Fault[]
  readonly passages: readonly PassageFacts[]
}

function checkedAs(
  { kind, text, cites }: Sentence,
  { areSingleNames, invented, passages }: Known,
): Pick<CheckedSentence, 'verdict' | 'faults'> {
  if (kind === 'heading') return { verdict: 'plain', faults: [] }
  const claim = { text, areSingleNames }
  if (cites.length > 0) {
    const faults = faultsOf(claim, passages)
    return { verdict: faults.length === 0 ? 'supported' : 'unsupported', faults }
  }
  if (/\?["”»*_)]*$/.test(text.slice(-8)) || !isClaim(claim)) return { verdict: 'plain', faults: [] }
  return { verdict: invented.length > 0 ? 'unsupported' : 'uncited', faults: invented }
}

function isClaim(claim: { readonly text: string; readonly areSingleNames: boolean }): boolean {
  if (makesClaim(claim)) return true
  const words = claim.text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length >= leastWords && contentWords(claim.text).length >= leastContent && !signpost.test(claim.text)
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
