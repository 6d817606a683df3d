/** Results to a server of one's own: the whole result as JSON, signed where there is a secret. */
import { type Clock, type DeliveryTarget, systemClock } from '@gyre/core'
import type { SafeFetch } from '../net/safe-fetch-options.ts'
import { post } from './post.ts'
import { signatureHeader, signatureOf } from './signature.ts'

export type WebhookOptions = {
  readonly name: string
  readonly url: string
  /** What both sides know. Nothing is signed without it. */
  readonly secret?: string | undefined
  readonly fetch: SafeFetch
  readonly clock?: Clock
}

export function webhookDelivery({ name, url, secret, fetch, clock = systemClock }: WebhookOptions): DeliveryTarget {
  return {
    name,
    deliver: (result, attempt) => {
      const body = JSON.stringify(result)
      const headers = secret === undefined ? {} : { [signatureHeader]: signatureOf(secret, body, clock.now()) }
      return post({ fetch, clock, url: new URL(url), headers, body, attempt })
    },
  }
}
