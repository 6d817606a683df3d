/** The targets of results, by the config and the secrets of the environment. */
import type { DeliveryTarget } from '@gyre/core'
import {
  type ClosableFetch,
  deliveryFetch,
  discordDelivery,
  telegramDelivery,
  telegramUrl,
  webhookDelivery,
} from '@gyre/tools'
import type { DeliveriesConfig, DeliveryConfig } from '../config/deliveries-config.ts'
import { deliveryVariables } from '../config/deliveries-config.ts'
import { isAddress } from '../config/deliveries-schema.ts'
import type { Environment } from '../config/environment.ts'

export type Deliveries = {
  readonly targets: readonly DeliveryTarget[]
  close(): Promise<void>
}

/** One that lacks something is there all the same, and says so to whoever names it. */
export function deliveriesOf(config: DeliveriesConfig, env: Environment): Deliveries {
  const fetches: ClosableFetch[] = []
  const targets = Object.entries(config).map(([name, each]): DeliveryTarget => {
    const read = (variable: string | undefined) => env[variable ?? '']?.trim() ?? ''
    const trouble = troubleOf(each, read)
    if (trouble !== undefined) return { name, trouble, deliver: async () => ({ error: trouble }) }
    const url = addressOf(each, read)
    const fetch = deliveryFetch({ url, allowLoopback: each.allowLoopback ?? false })
    fetches.push(fetch)
    return targetOf(name, each, { url, fetch, read })
  })
  return {
    targets,
    close: async () => {
      await Promise.allSettled(fetches.map((fetch) => fetch.close()))
    },
  }
}

type Read = (variable: string | undefined) => string

/** What is missing; the environment is nobody's config file. Values are told nobody. */
function troubleOf(config: DeliveryConfig, read: Read): string | undefined {
  const empty = deliveryVariables(config).find((name) => read(name) === '')
  if (empty !== undefined) return `the variable ${empty} is not set.`
  const { urlFrom } = { urlFrom: undefined, ...config }
  if (urlFrom === undefined || isAddress(read(urlFrom))) return undefined
  return `the variable ${urlFrom} holds no address that begins with http:// or https://.`
}

function addressOf(config: DeliveryConfig, read: Read): string {
  if (config.kind === 'telegram') return config.baseUrl ?? telegramUrl
  if (config.kind === 'discord') return read(config.urlFrom)
  return config.url ?? read(config.urlFrom)
}

type Equipment = { readonly url: string; readonly fetch: ClosableFetch; readonly read: Read }

function targetOf(name: string, config: DeliveryConfig, { url, fetch, read }: Equipment): DeliveryTarget {
  if (config.kind === 'discord') return discordDelivery({ name, url, fetch })
  if (config.kind === 'telegram')
    return telegramDelivery({ name, token: read(config.tokenFrom), chat: config.chat, baseUrl: url, fetch })
  return webhookDelivery({ name, url, secret: read(config.secretFrom) || undefined, fetch })
}
