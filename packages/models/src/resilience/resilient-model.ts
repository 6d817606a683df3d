/**
 * A model that is asked again when it is unavailable, and replaced by another when that does not help.
 *
 * For every model that may answer: breaker of its provider → a place → a place in the minute → deadlines.
 * Around it retries, around those the fallbacks. Loaded only by those who want it.
 */
import {
  type Clock,
  type GyreError,
  type KeyValue,
  type Model,
  type ModelPart,
  systemClock,
  toGyreError,
} from '@gyre/core'
import { jointModel } from '../joint-model.ts'
import { abortableWait } from './abortable-wait.ts'
import type { Attempt, Deadlines } from './deadline.ts'
import { failedAll, fallsBack, type Tried } from './fallback.ts'
import { type AttemptTerms, guardedAttempt } from './guarded-attempt.ts'
import { type ModelLimits, requireCounter } from './rate-limit.ts'
import { type RetryOptions, RetryPolicy } from './retry-policy.ts'
import { processTraffic, type Traffic } from './traffic.ts'

/** Retries, deadlines, fallbacks and limits around a model, and who is told of them. */
export type ResilienceOptions = Partial<RetryOptions> &
  Partial<Deadlines> & {
    /** Asked in this order when the model before is unavailable or its key is not accepted. */
    readonly fallbacks?: readonly Model[]
    /** By the id of a model; those of fallbacks count, too. */
    readonly limits?: Readonly<Record<string, ModelLimits>>
    /** Where requests and tokens a minute are counted; limits on them need it. */
    readonly keyValue?: KeyValue
    /** Breakers and places; those of the process by default. */
    readonly traffic?: Traffic
    readonly clock?: Clock
    readonly random?: () => number
  }

type Policy = { readonly retry: RetryOptions; readonly terms: AttemptTerms; readonly random: () => number }

/** As the port says. What fails for good fails with the last model's error; `details.tried` names all that were asked. */
export function resilientModel(model: Model, options: ResilienceOptions = {}): Model {
  const models = [model, ...(options.fallbacks ?? [])]
  const policy = policyOf(options)
  return jointModel({
    first: model,
    fallbacks: options.fallbacks ?? [],
    stream: (request, call) => inTurn(models, { request, call }, policy),
  })
}

function policyOf(options: ResilienceOptions): Policy {
  const { retries = 3, firstWaitMs = 1000, maxWaitMs = 60_000 } = options
  const { firstPartMs = 60_000, callMs = 600_000 } = options
  const { traffic = processTraffic, limits = {}, keyValue, clock = systemClock, random = Math.random } = options
  requireCounter(limits, keyValue)
  const terms = { traffic, limits, keyValue, clock, deadlines: { firstPartMs, callMs } }
  return { retry: { retries, firstWaitMs, maxWaitMs }, terms, random }
}

/** One model after the other, until one has answered. */
async function* inTurn(
  models: readonly Model[],
  asked: Omit<Attempt, 'model'>,
  policy: Policy,
): AsyncGenerator<ModelPart> {
  const tried: Tried[] = []
  for (const [index, model] of models.entries()) {
    if (index > 0) yield { type: 'fallback', model: model.id, price: model.price }
    try {
      return yield* withRetries({ ...asked, model }, policy, index < models.length - 1)
    } catch (thrown) {
      asked.call.signal.throwIfAborted()
      const error = toGyreError(thrown, 'model-failed')
      tried.push({ model: model.id, code: error.code })
      if (index === models.length - 1 || !fallsBack(error)) throw failedAll(error, tried)
      yield retryPart(model, error, 0)
    }
  }
}

/** The same model again and again, as long as its policy says so. */
async function* withRetries(
  attempt: Attempt,
  { retry, terms, random }: Policy,
  hasFallback: boolean,
): AsyncGenerator<ModelPart> {
  const { model, call } = attempt
  const waits = new RetryPolicy(retry, random)
  for (;;) {
    try {
      return yield* guardedAttempt(attempt, terms)
    } catch (thrown) {
      const error = toGyreError(thrown, 'model-failed')
      const decision = waits.decide(error, hasFallback)
      if ('giveUp' in decision) throw decision.giveUp
      yield retryPart(model, error, decision.waitMs)
      await abortableWait(terms.clock, decision.waitMs, call.signal)
    }
  }
}

function retryPart({ id }: Model, { code, message, details }: GyreError, waitMs: number): ModelPart {
  const { status } = details
  return { type: 'retry', model: id, error: { code, message, ...(typeof status === 'number' && { status }) }, waitMs }
}
