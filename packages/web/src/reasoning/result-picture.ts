/** What a session came to, or has come to so far. */
import type { Json } from '@gyre/core'
import { textOfAnswer } from '@gyre/core/view'
import type { SessionLog } from '../session/session-log.ts'
import { unfinishedAnswer } from '../session/unfinished-answer.ts'

export type ResultPicture = {
  readonly text: string
  /** An answer with a form of its own, as it was given. */
  readonly data: Json | undefined
  readonly isFinal: boolean
  /** It was stopped while it was written. */
  readonly isUnfinished?: true
  readonly gap: string | undefined
  /** What the loop gave its own proposal. */
  readonly score: number | undefined
}

/** Undefined when there is nothing yet. */
export function resultPicture(log: SessionLog): ResultPicture | undefined {
  const { view } = log
  const gap = view.gap ?? undefined
  if (log.hasEnded) {
    if (view.answer === null) return stopped(unfinishedAnswer(log), gap)
    return { ...answerOf(view.answer), isFinal: true, gap, score: undefined }
  }
  const proposals = log.notesNamed('proposal')
  const newest = proposals.findLast(({ path }) => !path.includes('/')) ?? proposals.at(-1)
  const { answer = null, score } = (newest?.value ?? {}) as { readonly answer?: Json; readonly score?: number }
  return answer === null ? undefined : { ...answerOf(answer), isFinal: false, gap, score }
}

function stopped(text: string | undefined, gap: string | undefined): ResultPicture | undefined {
  if (text === undefined) return undefined
  return { text, data: undefined, isFinal: true, isUnfinished: true, gap, score: undefined }
}

function answerOf(answer: Json): Pick<ResultPicture, 'text' | 'data'> {
  return { text: textOfAnswer(answer), data: typeof answer === 'object' ? answer : undefined }
}

export type Quote = { readonly number: number; readonly sentence: string; readonly isWeak: boolean }

/** Sentences of the answer with the number of the source that is to bear them out. */
export function quotesIn(details: Json): readonly Quote[] {
  const { citations } = (details ?? {}) as { readonly citations?: unknown }
  if (!Array.isArray(citations)) return []
  return (citations as readonly Readonly<Record<string, unknown>>[]).flatMap(({ number, sentence, quote, verdict }) => {
    const text = typeof quote === 'string' && quote !== '' ? quote : sentence
    if (typeof number !== 'number' || typeof text !== 'string') return []
    return [{ number, sentence: text, isWeak: verdict === 'unsupported' }]
  })
}
