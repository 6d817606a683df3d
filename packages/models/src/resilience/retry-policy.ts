/** Whether a failed attempt is made again, and when. */
import { GyreError } from '@gyre/core'
import { ExponentialBackoff, type IBackoff, noJitterGenerator } from 'cockatiel'

export type RetryOptions = {
  /** How often a call is made again. */
  readonly retries: number
  /** The first wait, which doubles each time. */
  readonly firstWaitMs: number
  /** The longest wait, and the longest for a breaker in all. A provider that asks for a longer one is not asked again. */
  readonly maxWaitMs: number
}

/** What to do after a failure: wait and ask again, or give up with this error. */
export type RetryDecision = { readonly waitMs: number } | { readonly giveUp: GyreError }

export class RetryPolicy {
  readonly #options: RetryOptions
  readonly #backoff: ExponentialBackoff<number>
  #last: IBackoff<unknown> | undefined
  #retries = 0
  #restedMs = 0

  /** One for each call of a model: it counts. */
  constructor(options: RetryOptions, random: () => number) {
    this.#options = options
    this.#backoff = new ExponentialBackoff<number>({
      initialDelay: options.firstWaitMs,
      maxDelay: options.maxWaitMs,
      // Half of the wait is chance, so that sessions that failed together do not come back together.
      generator: (state, settings) => {
        const [delay, next] = noJitterGenerator(state, settings)
        return [Math.round(delay / 2 + (random() * delay) / 2), next]
      },
    })
  }

  /** With another model to ask, nobody waits for a provider that its breaker leaves alone. */
  decide(error: GyreError, hasFallback = false): RetryDecision {
    if (error.code !== 'model-unavailable') return { giveUp: error }
    if (error.details['openUntil'] !== undefined) return hasFallback ? { giveUp: error } : this.#rest(error)
    const { retries, maxWaitMs } = this.#options
    if (this.#retries >= retries) return { giveUp: error }
    const askedMs = retryAfterOf(error)
    if (askedMs > maxWaitMs) return { giveUp: tooLong(error, askedMs, maxWaitMs) }
    this.#retries++
    return { waitMs: this.#wait(askedMs) }
  }

  /** Until the breaker lets a call through. The provider was not asked, so that this is none of the retries. */
  #rest(error: GyreError): RetryDecision {
    const waitMs = this.#wait(retryAfterOf(error))
    this.#restedMs += waitMs
    return this.#restedMs > this.#options.maxWaitMs ? { giveUp: error } : { waitMs }
  }

  #wait(askedMs: number): number {
    this.#last = (this.#last ?? this.#backoff).next(undefined)
    return Math.max(this.#last.duration, askedMs)
  }
}

function retryAfterOf({ details }: GyreError): number {
  const { retryAfterMs } = details
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? retryAfterMs : 0
}

function tooLong(error: GyreError, askedMs: number, maxWaitMs: number): GyreError {
  const [asked, most] = [Math.ceil(askedMs / 1000), Math.floor(maxWaitMs / 1000)]
  const message = `${error.message} The provider asks to wait for ${asked} s, and a retry waits for at most ${most} s.`
  return new GyreError('model-unavailable', message, { ...error.details, cause: error })
}
