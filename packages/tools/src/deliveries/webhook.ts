/** Results to a server of one's own: the whole result as JSON, signed where there is a secret. */
import { type Clock, type DeliveryTarget, systemClock } from '@gyre/core'
import type { SafeFetch } from '../net/safe-fetch-options.ts'
import { deliveryAddress } from './delivery-address.ts'
import { post } from './post.ts'
import { signatureHeader, signatureOf } from './signature.ts'

/** The name of the target, its address, and the secret that `verifySignature` checks with. */
export type WebhookOptions = {
  readonly name: string
  readonly url: string
  /** What both sides know. Nothing is signed without it. */
  readonly secret?: string | undefined
  readonly fetch: SafeFetch
  readonly clock?: Clock
}

/** Delivers results as JSON to an address, signed where there is a secret. */
export function webhookDelivery({ name, url, secret, fetch, clock = systemClock }: WebhookOptions): DeliveryTarget {
  const address = deliveryAddress(url)
  return {
    name,
    // Anybody could sign with it, so no receiver takes it.
    ...(secret === '' && { trouble: 'its secret is empty.' }),
    deliver: (result, attempt) => {
      const body = JSON.stringify(result, wellFormed)
      const headers = secret === undefined ? {} : { [signatureHeader]: signatureOf(secret, body, clock.now()) }
      return post({ fetch, clock, url: address, headers, body, attempt })
    },
  }
}

/** Half a character is refused by many who read JSON, and what was refused is not sent again. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
