/**
 * Questions to a server that come while it is busy with the ones before are asked together.
 *
 * A statement costs a way there and back, and a commit a write to disk, however much it holds. So the first question
 * is asked at once, and those that come meanwhile are the next batch: alone nobody waits for company, and in a crowd
 * the batches grow with the load.
 */
import { setImmediate } from 'node:timers/promises'

export type BatchOptions<Question, Answer> = {
  /** Asks all of them: one answer each, in their order. An answer that is an Error is that question's failure. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly (Answer | Error)[]>
  /** How much of a batch a question takes; 1 when left out. */
  readonly weigh?: (question: Question) => number
  /** The weight of a batch at most; one question may weigh more. */
  readonly most?: number
  /** The first question of a batch waits for those that come in the same turn of the event loop, not only in the same tick. */
  readonly waitsATurn?: boolean
}

type Entry<Question, Answer> = {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

const defaultMost = 500

export class Batches<Question, Answer> {
  readonly #options: BatchOptions<Question, Answer>
  #waiting: Entry<Question, Answer>[] = []
  #asking: Promise<void> | undefined

  constructor(options: BatchOptions<Question, Answer>) {
    this.#options = options
  }

  ask(question: Question): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting.push({ question, resolve, reject })
    this.#asking ??= this.#askAll()
    return promise
  }

  /** Resolves when all that was asked so far has its answer. */
  async settled(): Promise<void> {
    await this.#asking
  }

  async #askAll(): Promise<void> {
    await (this.#options.waitsATurn ? setImmediate() : undefined)
    while (this.#waiting.length > 0) await this.#askSome(this.#next())
    this.#asking = undefined
  }

  async #askSome(batch: readonly Entry<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#options.ask(batch.map(({ question }) => question))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const answer = answers[at]
        if (answer instanceof Error) reject(answer)
        else resolve(answer as Answer)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  #next(): readonly Entry<Question, Answer>[] {
    const { weigh = () => 1, most = defaultMost } = this.#options
    let weight = 0
    const end = this.#waiting.findIndex(({ question }) => {
      weight += weigh(question)
      return weight > most
    })
    if (end >= 0) return this.#waiting.splice(0, Math.max(end, 1))
    const all = this.#waiting
    this.#waiting = []
    return all
  }
}
