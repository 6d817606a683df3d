/** A result to deliver, and attempts to deliver it. */
import type { DeliveredResult, DeliveryAttempt } from '@gyre/core'
import { onTestFinished } from 'vitest'
import { deliveryFetch } from '../../src/deliveries/delivery-fetch.ts'
import type { ClosableFetch } from '../../src/net/safe-fetch-options.ts'

export const result: DeliveredResult = {
  v: 1,
  session: 'ses_1',
  goal: 'What is the capital?',
  loop: 'react',
  persona: null,
  outcome: 'answered',
  status: 'completed',
  answer: 'Paris',
  gap: null,
  usage: { modelCalls: 1 },
  endedAt: '2026-01-01T00:00:00.000Z',
}

export function attemptOf(target: string, signal: AbortSignal = new AbortController().signal): DeliveryAttempt {
  return { signal, attempt: 1, key: `ses_1/${target}` }
}

/** To a server of the test; closed when the test is over. */
export function fetchTo(url: string): ClosableFetch {
  const fetch = deliveryFetch({ url, allowLoopback: true })
  onTestFinished(() => fetch.close())
  return fetch
}
