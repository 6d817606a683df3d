/**
 * The stretch of a session that one response tells of.
 *
 * It begins after the last fact there was when it was asked for. It ends with the session, or where the session waits:
 * for results of the client's tools, or for a person. So one session may be several responses, one after the other.
 */
import {
  type FactEvent,
  type GyreError,
  isAnswer,
  isFact,
  type JsonObject,
  type Question,
  type SessionEvent,
} from '@gyre/core'
import type { Ending, Moment } from '../narration/moment.ts'
import type { Narrator } from '../narration/narrator.ts'
import { mayRest, setAside, waitedFor } from '../session/turn-stop.ts'

/** Where it ended: with the session, with what it asks, or where it could not go on. */
export type TurnStop = {
  readonly seq: number
  readonly ending: Ending | undefined
  readonly questions: readonly Question[]
  /** Why the session was set aside, when it was. */
  readonly refusal?: GyreError | undefined
}

export class ResponseTurn {
  readonly #narrator: Narrator
  readonly #after: number
  /** Questions that it was asked with an answer to, which is on its way. */
  readonly #answered = new Set<string>()
  /** The questions that interventions are for, by their ids. */
  readonly #meant = new Map<string, string>()
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
    const { view } = this.#narrator
    if (seq === this.#after) for (const path of answeredFirst([...view.questions.values()])) this.#answered.add(path)
    if (seq <= this.#after) return []
    this.#follow(event)
    const ending = told.find((moment) => moment.type === 'ended')?.end
    const isAtRest = mayRest(event, view)
    const questions = isAtRest ? waitedFor(view, this.#answered) : []
    const refusal = isAtRest ? setAside(view) : undefined
    if (ending || refusal || questions.length > 0) this.#stop = { seq, ending, questions, refusal }
    // Calls that the end cut off are no facts: who reads the journal later does not know of them.
    return type === 'session.ended' ? told.filter((moment) => moment.type !== 'tool-ended') : told
  }

  /** An answer that was refused is not on its way any more; one that names no question may be to any. */
  #follow({ type, data }: FactEvent): void {
    const id = String(data['id'])
    const { question } = (data['body'] ?? {}) as JsonObject
    if (type === 'intervention.queued' && typeof question === 'string') this.#meant.set(id, question)
    if (type !== 'intervention.rejected' || !isAnswer(String(data['action']))) return
    const meant = this.#meant.get(id)
    if (meant === undefined) this.#answered.clear()
    else this.#answered.delete(meant)
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
