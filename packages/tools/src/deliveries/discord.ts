/** Results to a channel on Discord, by a webhook. https://docs.discord.com/developers/resources/webhook#execute-webhook */
import type { Clock, DeliveryTarget } from '@gyre/core'
import { z } from 'zod'
import type { SafeFetch } from '../net/safe-fetch-options.ts'
import { messageText } from './message-text.ts'
import { post, type Refusal } from './post.ts'

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

export function discordDelivery({ name, url, fetch, clock }: DiscordOptions): DeliveryTarget {
  const address = new URL(url)
  // Without it Discord answers before it knows whether the message can be posted.
  address.searchParams.set('wait', 'true')
  return {
    name,
    deliver: (result, attempt) => {
      const content = messageText(result, mostCharacters)
      const body = JSON.stringify({ content, flags, allowed_mentions: { parse: [] } })
      return post({ fetch, clock, url: address, body, attempt, readRefusal })
    },
  }
}

const answerSchema = z.object({ message: z.string().optional(), retry_after: z.number().optional() })

function readRefusal(answer: unknown): Refusal {
  const { message, retry_after } = answerSchema.safeParse(answer).data ?? {}
  return { why: message, retryAfterS: retry_after }
}
