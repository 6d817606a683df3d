/** A breaker for one provider: after failures in a row it is left alone for a while. */
import { GyreError, toGyreError } from '@gyre/core'
import { type CircuitBreakerPolicy, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'

export type BreakerState = {
  readonly provider: string
  readonly state: 'closed' | 'open' | 'probing'
  /** Milliseconds since 1970 until which no call is made, while it is open. */
  readonly openUntil: number | undefined
  /** Why the last call failed that counted. */
  readonly lastError: string | undefined
}

export type BreakerOptions = {
  /** Calls in a row that find the provider unavailable. */
  readonly failures: number
  /** How long no call is made then; after it a single call tries. */
  readonly openMs: number
}

/** A call that was let through. One of the three must be told. */
export type Pass = {
  /** Whether the provider's recovery depends on this call. */
  readonly isProbe: boolean
  answered(): void
  unavailable(error: GyreError): void
  /** Somebody stopped listening: that says nothing about the provider. */
  left(): void
}

export class Breaker {
  readonly #provider: string
  readonly #options: BreakerOptions
  readonly #policy: CircuitBreakerPolicy
  #openUntil = 0
  #lastError: string | undefined

  constructor(provider: string, options: BreakerOptions, onChange: (state: BreakerState) => void) {
    this.#provider = provider
    this.#options = options
    const breaker = new ConsecutiveBreaker(options.failures)
    this.#policy = circuitBreaker(handleAll, { breaker, halfOpenAfter: options.openMs })
    this.#policy.onBreak((reason) => {
      this.#openUntil = Date.now() + options.openMs
      if ('error' in reason) this.#lastError = toGyreError(reason.error, 'model-unavailable').message
    })
    this.#policy.onStateChange(() => onChange(this.state()))
  }

  state(): BreakerState {
    const { state } = this.#policy
    const isOpen = state === CircuitState.Open
    return {
      provider: this.#provider,
      state: isOpen ? 'open' : state === CircuitState.HalfOpen ? 'probing' : 'closed',
      openUntil: isOpen ? this.#openUntil : undefined,
      lastError: this.#lastError,
    }
  }

  /** Fails while no call may be made. */
  check(): void {
    const { state } = this.#policy
    const isResting = state === CircuitState.Open && Date.now() < this.#openUntil
    // The library lets others wait until the probe is over, which may be minutes: they fail at once here.
    if (isResting || state === CircuitState.HalfOpen) throw this.#refusal()
  }

  /** Lets a call through, or fails. */
  enter(): Pass {
    this.check()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // A stream is no promise: this one stands for it, and is settled when its end is known.
    this.#policy.execute(() => promise).catch(() => {})
    const isProbe = this.#policy.state === CircuitState.HalfOpen
    return {
      isProbe,
      answered: resolve,
      unavailable: reject,
      left: () => {
        // A probe that nobody waited for has not shown that the provider is back.
        if (isProbe) reject(new GyreError('model-unavailable', 'The call that tried it again was given up.'))
      },
    }
  }

  #refusal(): GyreError {
    const { failures } = this.#options
    const { state, openUntil } = this.state()
    const why = this.#lastError === undefined ? '' : ` Its last failure: ${this.#lastError}`
    const until = openUntil ?? this.#openUntil
    const when =
      state === 'probing' ? 'another call tries it just now' : `it is left alone until ${new Date(until).toISOString()}`
    const message = `\`${this.#provider}\` was unavailable ${failures} times in a row; ${when}.${why}`
    const wait = state === 'probing' ? {} : { retryAfterMs: Math.max(0, until - Date.now()) }
    return new GyreError('model-unavailable', message, { provider: this.#provider, openUntil: until, ...wait })
  }
}
