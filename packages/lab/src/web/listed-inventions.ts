/** Whether a report tells of what its author made up: nothing is taken out of it or marked in silence. */
import type { ResearchDetails } from '@gyre/core'
import { keyOf } from './inventions.ts'
import type { WebVerdict } from './judge.ts'
import type { Draft } from './watched-drafts.ts'

type Reported = Pick<ResearchDetails, 'removed' | 'unsupported'>

/** Sentences with something made up of which the details say nothing. */
export function unlistedIn(drafts: readonly Draft[], details: Reported, { marked }: WebVerdict): readonly string[] {
  return [...silentlyRemoved(drafts, details), ...silentlyMarked(details, marked)]
}

/** Citations that do not exist are taken out of every draft: each is listed as it was written. */
function silentlyRemoved(drafts: readonly Draft[], { removed }: Reported): readonly string[] {
  const invented = drafts.flatMap(({ inventions }) => inventions.filter(({ kind }) => kind === 'citation'))
  return invented
    .map(({ sentence }) => sentence)
    .filter((sentence) => !removed.some(({ what }) => sentence.toLowerCase().includes(what.toLowerCase())))
}

function silentlyMarked({ unsupported }: Reported, marked: WebVerdict['marked']): readonly string[] {
  const listed = new Set(unsupported.map(({ sentence }) => keyOf(sentence)))
  return marked.map(({ sentence }) => sentence).filter((sentence) => !listed.has(keyOf(sentence)))
}
