/** One reply of a model outside of any session: nothing of it is kept, and what a key spends is counted. */
import { costOf, GyreError, type Message, type Model, type ModelCall, type Usage } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import type { Asker } from '../../session/begin-session.ts'
import { beginWithin, countSpent, refuseBeyond } from '../../session/caller-budget.ts'

/** A model of this machine may have to be loaded first. */
const mostMs = 90_000

/** A guess, until the model tells what it counted. */
const charactersPerToken = 4

export const replySchema = z
  .object({
    model: z.string().describe('Who was asked.'),
    ok: z.boolean(),
    text: z.string().describe('What it said; empty when it failed.'),
    latencyMs: z.number().describe('Until the end of the reply, or the failure.'),
    usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }).nullable(),
    costUsd: z.number().nullable().describe('Null when the price is not known.'),
    error: z
      .object({ code: z.string(), message: z.string(), fix: z.string() })
      .nullable()
      .describe('Why there is no reply.'),
  })
  .openapi('ModelReply')

export type ModelReply = z.output<typeof replySchema>

export type OneRequest = {
  readonly name: string
  /** Finds the model: what is wrong with its name is told like any other failure. */
  readonly find: () => Promise<Model>
  readonly messages: readonly Message[]
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
  /** Takes out of what is told what nobody may see, such as a key that a provider repeats. */
  readonly redacted: (text: string) => string
}

/** A failure of the model is part of the answer; that the caller may spend no more is thrown. */
export async function oneReply({ caller, tenant }: Asker, request: OneRequest): Promise<ModelReply> {
  const { keyValue } = tenant.runtime.store
  const about = Math.ceil(JSON.stringify(request.messages).length / charactersPerToken)
  const { id, needsPrice } = await beginWithin(caller, keyValue, {}, async ({ budget }) => {
    refuseBeyond(budget?.tokens, about + request.maxOutputTokens)
    return { id: `try-${crypto.randomUUID()}`, needsPrice: budget?.costUsd !== undefined }
  })
  const startedAt = performance.now()
  const { model, said: words, error } = await asked(request, { session: id, needsPrice })
  const told = (rest: Partial<ModelReply>): ModelReply => {
    const latencyMs = Math.round(performance.now() - startedAt)
    return { ...nothing, model: model?.id ?? request.name, latencyMs, ...rest }
  }
  const usage = words?.usage ?? null
  const costUsd = model && usage ? costOf(model, usage) : null
  const tokens = usage ? usage.inputTokens + usage.outputTokens : 0
  await countSpent(keyValue, { session: id, tokens, costUsd: costUsd ?? 0, hasEnded: true })
  if (words) return told({ ok: true, text: request.redacted(words.text), usage: countedOf(words.usage), costUsd })
  return told({ error: failureOf(error, request.redacted) })
}

const nothing = { ok: false, text: '', usage: null, costUsd: null, error: null } as const

type Said = { readonly text: string; readonly usage: Usage }

type Asked = { readonly model?: Model; readonly said?: Said; readonly error?: unknown }

type Terms = { readonly session: string; readonly needsPrice: boolean }

async function asked(request: OneRequest, { session, needsPrice }: Terms): Promise<Asked> {
  let model: Model | undefined
  const late = AbortSignal.timeout(mostMs)
  try {
    model = await request.find()
    if (needsPrice && !model.price) throw unpriced(model.id)
    const signal = AbortSignal.any([request.signal, late])
    return { model, said: await said(model, request, { signal, session, path: 'try#1' }) }
  } catch (error) {
    const slow = new GyreError('model-unavailable', `It did not answer within ${mostMs / 1000} s.`)
    return { ...(model && { model }), error: late.aborted ? slow : error }
  }
}

async function said(model: Model, { messages, maxOutputTokens }: OneRequest, call: ModelCall): Promise<Said> {
  let text = ''
  for await (const part of model.stream({ messages, maxOutputTokens }, call)) {
    if (part.type === 'text') text += part.text
    if (part.type === 'retry') text = ''
    if (part.type === 'finish') return { text, usage: part.usage }
  }
  throw new GyreError('model-failed', `\`${model.id}\` ended before it had answered.`)
}

function unpriced(model: string): GyreError {
  return new GyreError('price-unknown', `The cost is limited, but the price of \`${model}\` is not known.`, { model })
}

function countedOf({ inputTokens, outputTokens }: Usage): NonNullable<ModelReply['usage']> {
  return { inputTokens, outputTokens }
}

function failureOf(error: unknown, redacted: OneRequest['redacted']): NonNullable<ModelReply['error']> {
  const known = error instanceof GyreError ? error : new GyreError('model-failed', 'The model failed.')
  const { code, message, fix } = known.toJSON()
  return { code, message: redacted(message), fix }
}
