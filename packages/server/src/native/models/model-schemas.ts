/** Models as they are shown, and what is asked of them. */
import { z } from '@hono/zod-openapi'
import { list } from '../operation.ts'

const price = z
  .object({
    input: z.number(),
    output: z.number(),
    cachedInput: z.number().optional(),
    cacheWrite: z.number().optional(),
  })
  .describe('USD for a million tokens.')

const modelSchema = z
  .object({
    name: z.string().describe('`provider/model`.'),
    provider: z.string(),
    isDefault: z.boolean(),
    tiers: list(z.string()).describe('The tiers that stand for it.'),
    price: price.nullable(),
    contextWindow: z.number().nullable(),
    nativeTools: z.boolean().nullable().describe('Null when it is not known.'),
    nativeOutput: z.boolean().nullable(),
    from: z.enum(['built in', 'config', 'settings', 'known']).describe('Where it is named.'),
    fault: z.string().nullable().describe('Why it cannot be called as things are.'),
  })
  .openapi('Model')

const providerSchema = z
  .object({
    name: z.string(),
    keys: list(z.string()).describe('Variables that may hold its key.'),
    hasKey: z.boolean().describe('Whether one of them is set. The key itself is told to nobody.'),
    baseUrl: z.string().nullable(),
    isLocal: z.boolean(),
    from: z.enum(['built in', 'config']),
  })
  .openapi('Provider')

export const overviewSchema = z
  .object({
    default: z.object({ name: z.string(), why: z.string() }).describe('Who answers when nobody is named, and why.'),
    models: list(modelSchema),
    providers: list(providerSchema),
  })
  .openapi('Models')

export const localSchema = z.object({
  servers: list(
    z.object({
      provider: z.string(),
      baseUrl: z.string(),
      isAnswering: z.boolean(),
      models: list(z.string()).describe('As `provider/model`.'),
    }),
  ),
})

const longestName = 200

export const testBody = z
  .strictObject({ model: z.string().min(1).max(longestName).describe('`provider/model` or a tier.') })
  .openapi('TestModel')

const name = z
  .string()
  .max(longestName)
  .regex(/^[\w.-]+$/, 'expected a name of letters, digits, `.`, `_` and `-`')

export const connectionBody = z
  .strictObject({
    provider: name.describe('One that is known, or what the endpoint is to be called.'),
    model: z.string().trim().min(1).max(longestName),
    key: z.string().trim().min(1).max(1000).optional().describe('Used for this one request.'),
    baseUrl: z
      .string()
      .max(2000)
      .refine(isPlainAddress, 'expected an address that begins with http:// or https:// and holds no password')
      .optional()
      .describe("Where an endpoint answers that speaks OpenAI's format."),
  })
  .openapi('TryModel')

/** A password in an address would be shown wherever the address is. */
function isPlainAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
