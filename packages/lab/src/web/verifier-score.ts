/** How well a verifier tells what was made up from what was not: its findings on the first draft of each section. */
import type { ResearchDetails } from '@gyre/core'
import { sentencesOf } from '../rules/research/sentences.ts'
import { type InventionKind, keyOf } from './inventions.ts'
import type { Draft } from './watched-drafts.ts'

/** How well a verifier tells what was made up from what was not. */
export type VerifierScore = {
  /** Of the sentences that hold a thing of this kind: how many there are, and how many were found. */
  readonly found: Readonly<Record<Exclude<InventionKind, 'citation'>, Found>>
  /** Of the sentences that are as they should be: how many there are, and how many were held for wrong. */
  readonly sound: Found
  /** Found of all that should be; rightly held for wrong of all that were. 1 where there is nothing to divide. */
  readonly recall: number
  readonly precision: number
}

type Found = { readonly of: number; readonly flagged: number }

type Judged = { readonly kind: InventionKind | undefined; readonly isFlagged: boolean }

/** The same, counted over the first drafts of a report's sections. */
export function verifierScore(drafts: readonly Draft[], details: ResearchDetails): VerifierScore {
  const bySection = Map.groupBy(drafts, ({ section }) => section)
  const judged = [...bySection.values()].flatMap((ofSection) => judgedSentences(ofSection, details))
  const count = (kind: InventionKind | undefined): Found => {
    const some = judged.filter((each) => each.kind === kind)
    return { of: some.length, flagged: some.filter(({ isFlagged }) => isFlagged).length }
  }
  const found = { number: count('number'), quote: count('quote'), claim: count('claim') }
  const sound = count(undefined)
  const [hits, wrong] = (['flagged', 'of'] as const).map((which) =>
    Object.values(found).reduce((sum, each) => sum + each[which], 0),
  ) as [number, number]
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  return { found, sound, recall: share(hits, wrong), precision: share(hits, hits + sound.flagged) }
}

/** What was held for wrong is listed when it is written again; without that, in the details. */
function judgedSentences([first, second]: readonly Draft[], details: ResearchDetails): readonly Judged[] {
  if (first === undefined) return []
  const flagged = second?.faults === undefined ? unsupportedIn(details) : listed(second.faults)
  // A citation that does not exist is taken out: what is left of its sentence is sound.
  const made = first.inventions.filter(({ kind }) => kind !== 'citation')
  const kinds = new Map(made.map(({ sentence, kind }) => [sentence, kind]))
  return sentencesOf(first.text).map((sentence) => ({
    kind: kinds.get(sentence),
    isFlagged: flagged.some((other) => isMeant(other, sentence)),
  }))
}

/** What is left of a link that was taken out may stand beside the words of the sentence. */
const mostLeft = 2

function isMeant(flagged: string, sentence: string): boolean {
  const [shown, written] = [wordsIn(flagged), wordsIn(sentence)]
  return written.isSubsetOf(shown) && shown.size - written.size <= mostLeft
}

function wordsIn(sentence: string): ReadonlySet<string> {
  return new Set(keyOf(sentence).split(' '))
}

function unsupportedIn({ unsupported }: ResearchDetails): readonly string[] {
  return unsupported.map(({ sentence }) => sentence)
}

function listed(faults: string): readonly string[] {
  return [...faults.matchAll(/^- "(.*)": /gm)].map(([, sentence = '']) => sentence)
}
