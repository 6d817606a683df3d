/**
 * The stretch of a session that one response tells of.
 *
 * It begins after the last fact there was when it was asked for. It ends with the session, or where the session waits:
 * for results of the client's tools, or for a person. So one session may be several responses, one after the other.
 */
import { isFact, type Question, type SessionEvent } from '@gyre/core'
import type { Ending, Moment } from '../narration/moment.ts'
import type { Narrator } from '../narration/narrator.ts'

/** Where it ended: with the session, or with what it asks. */
export type TurnStop = {
  readonly seq: number
  readonly ending: Ending | undefined
  readonly questions: readonly Question[]
}

export class ResponseTurn {
  readonly #narrator: Narrator
  readonly #after: number
  /** Questions that it was asked with an answer to. */
  #answered: readonly string[] = []
  #stop: TurnStop | undefined

  constructor(narrator: Narrator, after: number) {
    this.#narrator = narrator
    this.#after = after
  }

  /** Undefined while it goes on. */
  get stop(): TurnStop | undefined {
    return this.#stop
  }

  /** What an event tells. Give it every fact of the session in order, from the first on. */
  apply(event: SessionEvent): readonly Moment[] {
    if (isAside(event)) return []
    const told = this.#narrator.apply(event)
    if (!isFact(event)) return told
    const { seq, type } = event
    const { questions } = this.#narrator.view
    if (seq === this.#after) this.#answered = answeredFirst([...questions.values()])
    if (seq <= this.#after) return []
    if (this.#isStop(type)) {
      const ending = told.find((moment) => moment.type === 'ended')?.end
      this.#stop = { seq, ending, questions: [...questions.values()] }
    }
    // Calls that the end cut off are no facts: who reads the journal later does not know of them.
    return type === 'session.ended' ? told.filter((moment) => moment.type !== 'tool-ended') : told
  }

  /** Answers that are on their way do not arrive all at once: until they have, nobody is waited for. */
  #isStop(type: string): boolean {
    const { status, questions } = this.#narrator.view
    if (type === 'session.ended') return true
    if (status !== 'waiting') return false
    if (type === 'intervention.rejected') return true
    return type === 'session.status' && !this.#answered.some((path) => questions.has(path))
  }
}

/**
 * Pieces of what branches think side by side: who comes first is a matter of luck. Their thoughts are told when they are
 * over, in the order of the journal, as they are to who reads them later.
 */
function isAside(event: SessionEvent): boolean {
  return event.type === 'reasoning.delta' && event.path.includes('[')
}

/** The questions that the next request has to answer: all calls of the client, or else the first one to a person. */
function answeredFirst(questions: readonly Question[]): readonly string[] {
  const calls = questions.filter(({ kind }) => kind === 'tool')
  return (calls.length > 0 ? calls : questions.slice(0, 1)).map(({ path }) => path)
}
