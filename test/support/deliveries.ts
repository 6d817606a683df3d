/** Targets of results that answer as they are told. */
import type { DeliveredResult, DeliveryAttempt, DeliveryFailure, DeliveryTarget } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { equipment, loopOf, turns, type WorldOptions, world } from './kernel.ts'

export const deliveredModel = modelOf(() => says('Paris'))
export const answers = loopOf('answers', async () => 'Paris')

type Sent = { readonly result: DeliveredResult; readonly attempt: number; readonly key: string }
type Answer = DeliveryFailure | undefined | ((attempt: DeliveryAttempt) => Promise<DeliveryFailure | undefined>)

/** A target that answers in this order, the last one again and again, and what it was sent. */
export function targetOf(
  name: string,
  ...answers: readonly Answer[]
): DeliveryTarget & { readonly sent: readonly Sent[] } {
  const sent: Sent[] = []
  return {
    name,
    sent,
    deliver: async (result, attempt) => {
      sent.push({ result, attempt: attempt.attempt, key: attempt.key })
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      return typeof answer === 'function' ? answer(attempt) : answer
    },
  }
}

export const busy: DeliveryFailure = { error: 'status 500' }

/** A session that is delivered to these, after it has ended and what could be sent at once was. */
export async function delivered(targets: readonly DeliveryTarget[], options: WorldOptions = {}) {
  const here = world({ deliveries: targets, ...equipment(answers, deliveredModel), ...options })
  const deliver = targets.map(({ name }) => name)
  const session = await here.runtime.start(answers, 'What is the capital?', { model: deliveredModel, deliver })
  const end = await session.outcome
  await turns()
  return { ...here, session, end }
}
