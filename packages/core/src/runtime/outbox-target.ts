/** What the outbox hands ended sessions to. */
import type { DeliveryAttempt, DeliveryFailure, DeliveryTarget } from '../ports/delivery.ts'
import { deliveredResult, type EndedSession } from './delivered-result.ts'
import { returnedFailure } from './delivery-failure.ts'

export type OutboxTarget = Pick<DeliveryTarget, 'trouble'> & {
  deliver(ended: EndedSession, attempt: DeliveryAttempt): Promise<DeliveryFailure | undefined>
}

/** One outside: it is told the result, and nothing of how it came about. */
export function outsideTarget(target: DeliveryTarget): OutboxTarget {
  return {
    ...(target.trouble !== undefined && { trouble: target.trouble }),
    deliver: async (ended, attempt) =>
      returnedFailure(await target.deliver(deliveredResult(ended), attempt), target.name),
  }
}
