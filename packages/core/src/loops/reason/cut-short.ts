/** The end of a run that was told to wrap up: with what there is, as any other end. */
import type { WrapUp } from '../../kernel/wrap-up.ts'
import { shownSteps } from './results.ts'
import { type End, idsOf, missingLine, type Work } from './work.ts'

/** The answer is then written with the call that was kept back. An end that was known already keeps what it lacks. */
export function cutShort({ outcome }: WrapUp, work: Work, known: End | undefined): End {
  const isAsked = outcome === 'answered'
  if (known && isAsked) return known
  const gap = known ? known.gap : openWork(work)
  const stop = isAsked ? 'finished' : 'limit'
  return { kind: 'end', stop, answers: true, isForced: true, outcome, ...(gap !== undefined && { gap }) }
}

function openWork({ progress }: Work): string {
  const done = idsOf(progress.done)
  const left = shownSteps(progress.left.filter(({ id }) => !done.has(id)))
  const open = progress.missing === undefined ? [] : [missingLine(progress.missing)]
  if (left !== undefined) return [...open, `Steps that were not carried out:\n${left}`].join('\n')
  return open[0] ?? 'The work ended before it was known to be complete.'
}
