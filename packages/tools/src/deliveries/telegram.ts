/** Results to a chat on Telegram, by a bot. https://core.telegram.org/bots/api#sendmessage */
import type { Clock, DeliveryTarget } from '@gyre/core'
import { z } from 'zod'
import type { SafeFetch } from '../net/safe-fetch-options.ts'
import { deliveryAddress } from './delivery-address.ts'
import { messageText } from './message-text.ts'
import { post, type Refusal } from './post.ts'

/** Where bots are reached unless another address is given. */
export const telegramUrl = 'https://api.telegram.org'

/** The name of the target, the token of the bot, and the chat. */
export type TelegramOptions = {
  readonly name: string
  /** The token of the bot. It is a part of the address, and is told nobody. */
  readonly token: string
  /** The number of a chat, or the `@name` of a channel. */
  readonly chat: string | number
  /** Another server of the Bot API. */
  readonly baseUrl?: string | undefined
  readonly fetch: SafeFetch
  readonly clock?: Clock
}

/** Telegram takes 4096. */
const mostCharacters = 3000

/** Delivers results to a chat on Telegram. */
export function telegramDelivery({ name, token, chat, baseUrl, fetch, clock }: TelegramOptions): DeliveryTarget {
  const url = deliveryAddress(`${(baseUrl ?? telegramUrl).replace(/\/+$/, '')}/bot${token}/sendMessage`)
  return {
    name,
    deliver: (result, attempt) => {
      // No parse_mode: an answer is text, whatever it looks like. No preview: Telegram would fetch what a model wrote.
      const text = messageText(result, mostCharacters)
      const body = JSON.stringify({ chat_id: chat, text, link_preview_options: { is_disabled: true } })
      return post({ fetch, clock, url, body, attempt, readRefusal })
    },
  }
}

const count = z.number().optional().catch(undefined)
const answerSchema = z.object({
  description: z.string().optional().catch(undefined),
  parameters: z.object({ retry_after: count, migrate_to_chat_id: count }).optional().catch(undefined),
})

function readRefusal(answer: unknown): Refusal {
  const { description, parameters } = answerSchema.safeParse(answer).data ?? {}
  const moved = parameters?.migrate_to_chat_id
  const why = moved === undefined ? description : `${description ?? 'The chat has moved.'} Its number is ${moved} now.`
  return { why, retryAfterS: parameters?.retry_after }
}
