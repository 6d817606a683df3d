/** Answers that were not accepted: their questions are open still, and whoever is asked again is told why. */
import { isAnswer } from '@gyre/core'
import type { Moment } from '../narration/moment.ts'

type Intervention = Pick<Extract<Moment, { readonly type: 'intervention' }>, 'id' | 'action' | 'state' | 'data'>

/** Who names no question answers the one that is open. */
const onlyOne = ''

export class RefusedAnswers {
  /** The paths of the questions they were sent to, by the ids of the interventions. */
  readonly #sent = new Map<string, string>()
  /** By the paths of the questions. */
  readonly #reasons = new Map<string, string>()

  note({ id, action, state, data }: Intervention): void {
    if (!isAnswer(action)) return
    if (state === 'queued') this.#sent.set(id, questionIn(data['body']))
    if (state === 'rejected') this.#reasons.set(this.#sent.get(id) ?? onlyOne, String(data['why']))
  }

  /** What was said before a question was asked was not about it. */
  asked(path: string): void {
    this.#reasons.delete(path)
    this.#reasons.delete(onlyOne)
  }

  /** Why the last answer to an open question was none; undefined when there was no such answer. */
  why(path: string): string | undefined {
    return this.#reasons.get(path) ?? this.#reasons.get(onlyOne)
  }
}

function questionIn(body: unknown): string {
  const { question } = (body ?? {}) as { readonly question?: string }
  return question ?? onlyOne
}

/** A question for who is asked it again. */
export function askedAgain(question: string, why: string | undefined): string {
  return why === undefined ? question : `The last answer was not accepted (${why}). ${question}`
}
