/** A call that is made again when its provider is unavailable, as language models are. */
import { type Clock, toGyreError } from '@gyre/core'
import { abortableWait } from '../resilience/abortable-wait.ts'
import type { RetryOptions, RetryPolicy } from '../resilience/retry-policy.ts'

export type Retrying = { readonly retry: RetryOptions; readonly clock: Clock; readonly random: () => number }

export async function retried<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  { retry, clock, random }: Retrying,
): Promise<T> {
  let policy: RetryPolicy | undefined
  for (;;) {
    try {
      return await call()
    } catch (thrown) {
      signal.throwIfAborted()
      // Loaded by the first failure: most processes never need it.
      policy ??= new (await import('../resilience/retry-policy.ts')).RetryPolicy(retry, random)
      const decision = policy.decide(toGyreError(thrown, 'model-failed'))
      if ('giveUp' in decision) throw decision.giveUp
      await abortableWait(clock, decision.waitMs, signal)
    }
  }
}
