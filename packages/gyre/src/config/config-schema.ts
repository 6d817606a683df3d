/** The shape of a config. What its parts must be among each other is told by `configIssues`. */
import {
  type Loop,
  type ModelInput,
  type Persona,
  type Store,
  settingTable,
  type Tool,
  type Toolbox,
  tiers,
} from '@gyre/core'
import { limitTableSchema } from '@gyre/tools/guard'
import { mcpServersSchema } from '@gyre/tools/mcp'
import { z } from 'zod'
import { databaseUrl, isDatabaseUrl } from './database-url.ts'
import type { Config } from './define-config.ts'
import { deliveriesSchema } from './deliveries-schema.ts'
import { limitsSchema } from './limits-config.ts'
import { hasFields, hasFunctions, hasTexts, isObject, ofType, variableName } from './schema-parts.ts'
import { serverSchema } from './server-config.ts'
import { permissionsSchema, toolboxesSchema } from './tools/tools-schema.ts'

const path = z.string().min(1)

const loop = z.custom<Loop>(
  (value) => hasTexts(value, 'name') && hasFunctions(value, 'run') && hasFields(value, 'config', 'prompts'),
  'expected a loop made by `defineLoop`',
)

const tool = z.custom<Tool | Toolbox>(
  (value) => isTool(value) || isToolbox(value),
  'expected a tool made by `defineTool`, or a toolbox made by `defineToolbox`',
)

const persona = z.custom<Persona | string>(
  (value) => (typeof value === 'string' ? value !== '' : isObject(value)),
  'expected a persona, or the path of a file that holds some',
)

const storeObject = z.custom<Store | string>(
  (value) => (typeof value === 'string' ? value !== '' : hasFields(value, 'sessions', 'journal')),
  'expected a store, the path of an SQLite file, or the address of a PostgreSQL database',
)

const store = storeObject.superRefine((value, { addIssue }) => {
  if (!isDatabaseUrl(value)) return
  for (const { message } of databaseUrl.safeParse(value).error?.issues ?? []) addIssue(message)
})

const modelObject = z.custom<Exclude<ModelInput, string>>(
  isModelObject,
  'expected a model: an object with `id` and `stream`, or a language model of the AI SDK',
)

const model = z.custom<ModelInput>(
  (value) => typeof value === 'string' || isModelObject(value),
  'expected `provider/model`, such as openai/gpt-5, or a model object',
)

const embedding = z.custom<NonNullable<NonNullable<Config['models']>['embedding']>>(
  (value) => (typeof value === 'string' ? value !== '' : isEmbedder(value)),
  'expected `provider/model`, such as openai/text-embedding-3-small, or an embedder: an object with `id` and `embed`, or an embedding model of the AI SDK',
)

// An address may hold a password: what was written is never told.
const addressForm = 'the address of an endpoint is a text that begins with http:// or https://'
const endpoint = z.strictObject(
  {
    baseUrl: z.string(addressForm).regex(/^https?:\/\/\S+$/, addressForm),
    apiKeyEnv: variableName.optional(),
  },
  ofType('an endpoint is written as { baseUrl, apiKeyEnv }'),
)
const endpoints = z.record(z.string(), endpoint, ofType('endpoints are written as { name: { baseUrl, apiKeyEnv } }'))
const count = z.int().min(1)
const milliseconds = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

const models = z.strictObject({
  default: model.optional(),
  tiers: z.strictObject(tierFields()).optional(),
  prices: settingTable.prices.schema.optional(),
  fallbacks: settingTable.fallbacks.schema.optional(),
  limits: z
    .record(
      z.string(),
      z.strictObject({
        concurrency: count.optional(),
        requestsPerMinute: count.optional(),
        tokensPerMinute: count.optional(),
      }),
    )
    .optional(),
  providers: endpoints.optional(),
  named: z.record(z.string(), modelObject).optional(),
  embedding: embedding.optional(),
  timeouts: z.strictObject({ firstPartMs: milliseconds.optional(), callMs: milliseconds.optional() }).optional(),
})

/** Shorter ones are not looked for: they would tear ordinary words apart. What was written is never told. */
const secret = z.string('a secret must be a text').min(6, 'a secret must have at least 6 characters')

export const keyValueUrl = z
  .string('the address of a Valkey server must be a text')
  .regex(/^(?:valkey|redis)s?:\/\/\S+$/, 'the address of a Valkey server is like valkey://localhost:6379/0')

const shape = {
  loops: z.array(loop).optional(),
  tools: z.array(tool).optional(),
  toolboxes: toolboxesSchema.optional(),
  mcpServers: mcpServersSchema.optional(),
  toolLimits: limitTableSchema.optional(),
  permissions: permissionsSchema.optional(),
  personas: z.array(persona).optional(),
  personaFiles: z.union([path, z.array(path)]).optional(),
  store: store.optional(),
  models: models.optional(),
  deliveries: deliveriesSchema.optional(),
  server: serverSchema.optional(),
  limits: limitsSchema.optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  secrets: z.array(secret).optional(),
  keyValue: keyValueUrl.optional(),
  data: path.optional(),
} satisfies Readonly<Record<keyof Config, z.ZodType>>

export const configSchema = z.strictObject(shape, ofType(`expected { ${Object.keys(shape).join(', ')} }`))

function tierFields() {
  return Object.fromEntries(tiers.map((tier) => [tier, model.optional()])) as Record<
    (typeof tiers)[number],
    z.ZodOptional<typeof model>
  >
}

function isModelObject(value: unknown): boolean {
  if (hasTexts(value, 'specificationVersion', 'provider', 'modelId')) return true
  return hasTexts(value, 'id') && hasFunctions(value, 'stream')
}

function isEmbedder(value: unknown): boolean {
  if (hasTexts(value, 'specificationVersion', 'provider', 'modelId')) return hasFunctions(value, 'doEmbed')
  return hasTexts(value, 'id') && hasFunctions(value, 'embed')
}

function isTool(value: unknown): boolean {
  return hasTexts(value, 'name', 'description') && hasFunctions(value, 'run') && hasFields(value, 'schema')
}

function isToolbox(value: unknown): boolean {
  return hasTexts(value, 'name') && isObject(value) && Array.isArray(value['tools']) && value['tools'].every(isTool)
}
