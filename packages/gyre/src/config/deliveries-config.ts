/** Deliveries as the config file has them: where results go, and which variables hold what only they may know. */

export type WebhookConfig = {
  readonly kind: 'webhook'
  /** Where results are posted to; or `urlFrom`. */
  readonly url?: string | undefined
  /** The variable that holds the address, for one that nobody else may know. */
  readonly urlFrom?: string | undefined
  /** The variable that holds what requests are signed with. */
  readonly secretFrom?: string | undefined
  /** It may be a server on this machine. */
  readonly allowLoopback?: boolean | undefined
}

export type TelegramConfig = {
  readonly kind: 'telegram'
  /** The variable that holds the token of the bot. */
  readonly tokenFrom: string
  /** The number of a chat, or the `@name` of a channel. */
  readonly chat: string | number
  /** Another server of the Bot API. */
  readonly baseUrl?: string | undefined
  readonly allowLoopback?: boolean | undefined
}

export type DiscordConfig = {
  readonly kind: 'discord'
  /** The variable that holds the address of the webhook: who knows it can write to the channel. */
  readonly urlFrom: string
  readonly allowLoopback?: boolean | undefined
}

export type DeliveryConfig = WebhookConfig | TelegramConfig | DiscordConfig

/** By the names that personas and `--deliver` use. */
export type DeliveriesConfig = Readonly<Record<string, DeliveryConfig>>

/** The variables a delivery reads its secrets from. */
export function deliveryVariables(config: DeliveryConfig): readonly string[] {
  if (config.kind === 'telegram') return [config.tokenFrom]
  if (config.kind === 'discord') return [config.urlFrom]
  return [config.urlFrom ?? [], config.secretFrom ?? []].flat()
}
