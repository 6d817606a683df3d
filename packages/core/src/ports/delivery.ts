/** Where results go after the end: a target is handed one until it has taken it, or never will. */
import type { Json, JsonObject } from '../json.ts'

/** What a session came to, for those outside. It is the same at every attempt. */
export type DeliveredResult = {
  readonly v: 1
  readonly session: string
  readonly goal: string
  readonly loop: string
  readonly persona: string | null
  readonly outcome: string
  readonly status: string
  readonly answer: Json
  readonly gap: string | null
  readonly usage: JsonObject | null
  /** ISO 8601, UTC. */
  readonly endedAt: string
}

/** One try at a delivery. The key is the same for every try of one result. */
export type DeliveryAttempt = {
  /** Ends what takes too long, and what is under way when the runtime is closed. */
  readonly signal: AbortSignal
  /** From 1. */
  readonly attempt: number
  /** `<session>/<target>`: by it a target knows a result that it has had already. */
  readonly key: string
}

/** Why a try failed, and whether and when another makes sense. */
export type DeliveryFailure = {
  readonly error: string
  /** It would be refused again: nothing more is tried. */
  readonly isFinal?: boolean
  /** The target wants to be left alone for so long. */
  readonly retryAfterMs?: number
}

/**
 * A place that results are delivered to. It is tried again until it has taken the result, or says that it never will.
 */
export type DeliveryTarget = {
  /** What sessions and personas name in `deliver`. */
  readonly name: string
  /** What is missing for it to be used, in a sentence: sessions that name it are refused, and what is owed to it waits. */
  readonly trouble?: string
  /** Answers with nothing when the result has arrived. What it throws is a failure that is tried again. */
  deliver(result: DeliveredResult, attempt: DeliveryAttempt): Promise<DeliveryFailure | undefined>
}
