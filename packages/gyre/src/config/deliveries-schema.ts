/** The shape of what a config says of deliveries. */
import { z } from 'zod'
import type { DeliveriesConfig } from './deliveries-config.ts'
import { ofType, variableName } from './schema-parts.ts'

// An address may hold a password or a token: what was written is never told.
const addressForm =
  'the address of a delivery is a text that begins with http:// or https:// and has no user name in it'
const address = z.string(addressForm).refine(isAddress, addressForm)
const chatForm = 'a chat is the number of one, or the @name of a channel'
const chat = z.custom<string | number>(isChat, chatForm)
const allowLoopback = z.boolean().optional()

const webhook = z
  .strictObject({
    kind: z.literal('webhook'),
    url: address.optional(),
    urlFrom: variableName.optional(),
    secretFrom: variableName.optional(),
    allowLoopback,
  })
  .refine(({ url, urlFrom }) => (url === undefined) !== (urlFrom === undefined), {
    message: 'a webhook has an address: write `url`, or `urlFrom` with the variable that holds it',
    path: ['url'],
  })

const telegram = z.strictObject({
  kind: z.literal('telegram'),
  tokenFrom: variableName,
  chat,
  baseUrl: address.optional(),
  allowLoopback,
})

const discord = z.strictObject({ kind: z.literal('discord'), urlFrom: variableName, allowLoopback })

const delivery = z.discriminatedUnion(
  'kind',
  [webhook, telegram, discord],
  ofType('a delivery is written as { kind, … }, where `kind` is webhook, telegram or discord'),
)

const nameForm = 'a delivery has a name of letters, digits, `.`, `_` and `-`, which is not `memory`'

export const deliveriesSchema: z.ZodType<DeliveriesConfig> = z
  .record(z.string(), delivery, ofType('deliveries are written as { name: { kind, … } }'))
  .superRefine((deliveries, { addIssue }) => {
    const unfit = Object.keys(deliveries).filter((name) => !isName(name))
    for (const name of unfit) addIssue({ code: 'custom', path: [name], message: nameForm })
  })

function isName(text: string): boolean {
  return text !== 'memory' && /^[A-Za-z0-9][\w.-]{0,99}$/.test(text)
}

function isChat(value: unknown): boolean {
  return typeof value === 'string' ? /^(?:@\w+|-?\d+)$/.test(value) : Number.isSafeInteger(value)
}

/** Read as the one who sends does. */
export function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
