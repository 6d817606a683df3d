/** Results to a channel on Discord, by a webhook. https://docs.discord.com/developers/resources/webhook#execute-webhook */
import type { Clock, DeliveryTarget } from '@gyre/core'
import { z } from 'zod'
import type { SafeFetch } from '../net/safe-fetch-options.ts'
import { deliveryAddress } from './delivery-address.ts'
import { messageText } from './message-text.ts'
import { post, type Refusal } from './post.ts'

/** The name of the target, and the webhook of the channel. */
export type DiscordOptions = {
  readonly name: string
  /** The address of the webhook. Who knows it can write to the channel: it is a secret. */
  readonly url: string
  readonly fetch: SafeFetch
  readonly clock?: Clock
}

/** Discord takes 2000. */
const mostCharacters = 1800
/** SUPPRESS_EMBEDS: Discord would fetch what a model wrote. */
const flags = 4

/** Delivers results to a channel on Discord. */
export function discordDelivery({ name, url, fetch, clock }: DiscordOptions): DeliveryTarget {
  const address = versioned(deliveryAddress(url))
  // Without it Discord answers before it knows whether the message can be posted.
  address.searchParams.set('wait', 'true')
  return {
    name,
    deliver: (result, attempt) => {
      const content = messageText(result, mostCharacters, withOpenLinks)
      const body = JSON.stringify({ content, flags, allowed_mentions: { parse: [] } })
      return post({ fetch, clock, url: address, body, attempt, readRefusal })
    },
  }
}

/** The addresses that Discord hands out name no version, and the one that is meant then counts milliseconds. */
function versioned(address: URL): URL {
  const { hostname, pathname } = address
  if (/(?:^|\.)discord(?:app)?\.com$/.test(hostname))
    address.pathname = pathname.replace(/^\/api\/(?:v[67]\/)?webhooks\//, '/api/v10/webhooks/')
  return address
}

/** Discord shows Markdown. Where a link leads is to be seen, whatever a model calls it. */
function withOpenLinks(text: string): string {
  return text.replaceAll('](', String.raw`]\(`)
}

const answerSchema = z.object({
  message: z.string().optional().catch(undefined),
  retry_after: z.number().optional().catch(undefined),
})

function readRefusal(answer: unknown): Refusal {
  const { message, retry_after } = answerSchema.safeParse(answer).data ?? {}
  return { why: message, retryAfterS: retry_after }
}
