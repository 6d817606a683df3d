import type { Usage } from '../ports/model.ts'

/** Guesses the tokens of a call: four characters each and a short reply, corrected by what providers counted before. */
export class Estimator {
  #characters = 0
  #inputTokens = 0
  #outputTokens = 0
  #calls = 0

  learn(characters: number, usage: Usage): void {
    this.#characters += characters
    this.#inputTokens += usage.inputTokens
    this.#outputTokens += usage.outputTokens
    this.#calls += 1
  }

  estimate(characters: number, maxOutputTokens: number | undefined): Usage {
    const perToken = this.#inputTokens > 0 ? this.#characters / this.#inputTokens : 4
    const outputTokens = this.#calls > 0 ? Math.ceil(this.#outputTokens / this.#calls) : 256
    return {
      inputTokens: Math.ceil(characters / Math.max(perToken, 0.1)),
      outputTokens: Math.min(outputTokens, maxOutputTokens ?? outputTokens),
    }
  }
}
