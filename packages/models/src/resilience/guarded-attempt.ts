/** One attempt at a model, within its limits and past the breaker of its provider. */
import { type Clock, GyreError, type KeyValue, type ModelPart, type ModelRequest, toGyreError } from '@gyre/core'
import type { Pass } from './breaker.ts'
import { type Attempt, type Deadlines, withDeadlines } from './deadline.ts'
import { type ModelLimits, RateLimit, type Settle } from './rate-limit.ts'
import type { Release } from './slots.ts'
import type { Traffic } from './traffic.ts'

export type AttemptTerms = {
  readonly traffic: Traffic
  readonly deadlines: Deadlines
  /** By the model's id. */
  readonly limits: Readonly<Record<string, ModelLimits>>
  readonly keyValue: KeyValue | undefined
  readonly clock: Clock
}

/** Streams the reply, or fails with a GyreError; with the signal's reason when the call is aborted. */
export async function* guardedAttempt(attempt: Attempt, terms: AttemptTerms): AsyncGenerator<ModelPart> {
  const { model, request } = attempt
  const breaker = terms.traffic.breakerOf(model.id)
  // Before the queue, so that nobody waits in it for a provider that is left alone; and again after it.
  breaker.check()
  const release = await takeSlot(attempt, terms)
  try {
    const settle = await admit(request, attempt, terms)
    yield* reported(withDeadlines(attempt, terms.deadlines, terms.clock), breaker.enter(), attempt, settle)
  } finally {
    release()
  }
}

async function takeSlot({ model, call }: Attempt, { traffic, limits }: AttemptTerms): Promise<Release> {
  const concurrency = limits[model.id]?.concurrency
  return concurrency === undefined ? () => {} : traffic.slotsOf(model.id, concurrency).take(call.signal)
}

async function admit(request: ModelRequest, { model, call }: Attempt, terms: AttemptTerms): Promise<Settle> {
  const { keyValue, clock } = terms
  const limits = terms.limits[model.id]
  if (!keyValue || !limits) return async () => {}
  return new RateLimit({ model: model.id, limits, keyValue, clock }).admit(request, call.signal)
}

/** What an error says about the provider. One that is asked too often is there, and says itself when to come back. */
function tell(pass: Pass, error: GyreError): void {
  const { status, retryAfterMs } = error.details
  if (error.code !== 'model-unavailable' || status === 429) pass.answered()
  else if (retryAfterMs === undefined) pass.unavailable(error)
  else pass.left()
}

/** The parts, and what they say about the provider. */
async function* reported(
  parts: AsyncIterable<ModelPart>,
  pass: Pass,
  { model, call }: Attempt,
  settle: Settle,
): AsyncGenerator<ModelPart> {
  let isFinished = false
  try {
    for await (const part of parts) {
      // Others need not wait for the whole reply to know that the provider is back.
      if (pass.isProbe) pass.answered()
      if (part.type === 'finish') {
        isFinished = true
        pass.answered()
        // The reply is here: a count that cannot be written must not take it away.
        settle(part.usage).catch(() => {})
      }
      yield part
    }
    if (!isFinished) throw new GyreError('model-unavailable', `\`${model.id}\` stopped in the middle of its reply.`)
  } catch (thrown) {
    call.signal.throwIfAborted()
    const error = toGyreError(thrown, 'model-failed')
    tell(pass, error)
    throw error
  } finally {
    // Does nothing when the end is told already.
    pass.left()
  }
}
