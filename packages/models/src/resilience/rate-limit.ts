/** Requests and tokens a minute, counted where all processes see them. */
import {
  type Clock,
  GyreError,
  type KeyValue,
  type Message,
  type ModelRequest,
  type Part,
  type Usage,
} from '@gyre/core'
import { abortableWait } from './abortable-wait.ts'

/** What one model may be asked. What is absent is not limited. */
export type ModelLimits = {
  /** Calls at the same time, in this process. */
  readonly concurrency?: number | undefined
  /** Attempts that begin in one minute of the clock, over all processes that share the key-value table. */
  readonly requestsPerMinute?: number | undefined
  /** Tokens read and written in one minute of the clock; estimated before a call, corrected after it. */
  readonly tokensPerMinute?: number | undefined
}

export type RateLimitOptions = {
  readonly model: string
  readonly limits: ModelLimits
  readonly keyValue: KeyValue
  readonly clock: Clock
}

/** A limit that nobody counts would be none. */
export function requireCounter(limits: Readonly<Record<string, ModelLimits>>, keyValue: KeyValue | undefined): void {
  if (keyValue) return
  for (const [id, { requestsPerMinute, tokensPerMinute }] of Object.entries(limits)) {
    if (requestsPerMinute === undefined && tokensPerMinute === undefined) continue
    const message = `The limits of \`${id}\` are counted by the minute, which needs a \`keyValue\` to count in.`
    throw new GyreError('setting-invalid', message, { model: id })
  }
}

/** Corrects the count of tokens by what the provider counted. */
export type Settle = (usage: Usage) => Promise<void>

const minuteMs = 60_000

/** Counters outlive their minute a little: clocks of processes differ. */
const counterTtlMs = 2 * minuteMs

export class RateLimit {
  readonly #options: RateLimitOptions

  constructor(options: RateLimitOptions) {
    this.#options = options
  }

  /** Waits for a minute in which there is room for the request. */
  async admit(request: ModelRequest, signal: AbortSignal): Promise<Settle> {
    const { requestsPerMinute, tokensPerMinute } = this.#options.limits
    if (requestsPerMinute !== undefined) await this.#reserve('requests', 1, requestsPerMinute, signal)
    if (tokensPerMinute === undefined) return async () => {}
    const estimate = estimateTokens(request)
    const minute = await this.#reserve('tokens', estimate, tokensPerMinute, signal)
    return async ({ inputTokens, outputTokens }) => {
      const more = inputTokens + outputTokens - estimate
      // A provider that counts nothing leaves the estimate; NaN would spoil the counter for everybody.
      if (Number.isFinite(more)) await this.#count('tokens', minute, more)
    }
  }

  /** Answers with the minute in which there was room. */
  async #reserve(what: string, amount: number, limit: number, signal: AbortSignal): Promise<number> {
    const { clock } = this.#options
    for (;;) {
      const minute = this.#minute()
      const counted = await this.#count(what, minute, amount)
      // A request that is larger than the limit itself has a minute of its own.
      if (counted <= limit || counted === amount) return minute
      // Given back: a smaller request may still find room in this minute.
      await this.#count(what, minute, -amount)
      await abortableWait(clock, (minute + 1) * minuteMs - clock.now(), signal)
    }
  }

  #minute(): number {
    return Math.floor(this.#options.clock.now() / minuteMs)
  }

  #count(what: string, minute: number, by: number): Promise<number> {
    const { keyValue, model } = this.#options
    return keyValue.increment(`rate/${model}/${what}/${minute}`, by, counterTtlMs)
  }
}

/** Four characters a token. */
export function estimateTokens({ messages, tools }: ModelRequest): number {
  const characters = messages.reduce((sum, message) => sum + charactersOf(message), 0)
  return Math.ceil((characters + (tools ? JSON.stringify(tools).length : 0)) / 4)
}

function charactersOf({ parts }: Message): number {
  return parts.reduce((sum, part) => sum + partCharacters(part), 0)
}

/** A picture costs a model about a thousand tokens, whatever its bytes. */
const imageCharacters = 4000

function partCharacters(part: Part): number {
  if (part.type === 'image') return imageCharacters
  if (part.type === 'file') return part.data.length
  if (part.type === 'tool-call') return JSON.stringify(part.input).length
  return part.text.length
}
