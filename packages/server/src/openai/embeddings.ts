/** `POST /v1/embeddings`: texts as vectors of the embedder that knowledge and memory use. */
import { GyreError } from '@gyre/core'
import { Hono } from 'hono'
import { z } from 'zod'
import { type Caller, requireRole } from '../auth/caller.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readBody, unsupportedField } from '../http/read-body.ts'
import { chargeTokens } from '../session/caller-budget.ts'

/** As many as OpenAI takes at once. */
const mostInputs = 2048

/** Embedders do not tell what they counted. */
const charactersPerToken = 4

const text = z.string().min(1, 'expected a text that is not empty')

const embeddingsRequest = z.looseObject({
  model: z.string().optional(),
  input: z.union([text, z.array(z.unknown()).min(1, 'expected at least one text').max(mostInputs)]),
  encoding_format: z.enum(['float', 'base64']).default('float'),
  dimensions: z.int().optional(),
})

export function embeddingRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post('/embeddings', async (context) => {
    const { caller, tenant } = context.var
    requireRole(caller, 'user')
    const request = readBody(context, embeddingsRequest)
    if (request.dimensions !== undefined)
      throw unsupportedField('dimensions', 'vectors are as long as the embedder makes them')
    const texts = textsOf(request.input)
    const { embedder } = tenant
    const tokens = Math.ceil(texts.reduce((sum, each) => sum + each.length, 0) / charactersPerToken)
    refuseUnpriced(caller, embedder.id)
    await chargeTokens(caller, tenant.runtime.store.keyValue, tokens)
    const vectors = await embedder.embed(texts, context.req.raw.signal)
    return context.json({
      object: 'list',
      data: vectors.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding: request.encoding_format === 'base64' ? base64Of(vector) : [...vector],
      })),
      model: embedder.id,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    })
  })
  return routes
}

/** Embedders have no prices: a key whose cost alone is limited could spend as much as it likes. */
function refuseUnpriced({ budget }: Caller, model: string): void {
  const { perDay, perSession } = budget ?? {}
  if ((perDay?.costUsd ?? perSession?.costUsd) === undefined || perDay?.tokens !== undefined) return
  throw new GyreError('price-unknown', `The cost is limited, but the price of \`${model}\` is not known.`, { model })
}

function textsOf(input: string | readonly unknown[]): readonly string[] {
  if (typeof input === 'string') return [input]
  return input.map((each, index) => {
    const { data } = text.safeParse(each)
    if (data !== undefined) return data
    throw unsupportedField(`input[${index}]`, 'expected a text that is not empty; lists of tokens are not taken')
  })
}

/** Little-endian floats of 32 bits, as clients unpack them. */
function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
