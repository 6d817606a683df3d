/** Limits: what a session may spend, as people write them down. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import { readAs } from '../faults/issues.ts'
import type { Model, Price, Usage } from '../ports/model.ts'
import type { Resource } from './amounts.ts'

const count = z.int().min(0)

/** The shape of limits: the same for a session, a loop inside of one and a persona. */
export const limitsSchema = z.strictObject({
  modelCalls: count.optional().describe('Model calls.'),
  toolCalls: count.optional().describe('Tool calls.'),
  perTool: z.record(z.string(), count).optional().describe('Calls of one tool, by its name.'),
  inputTokens: count.optional().describe('Tokens sent to models.'),
  outputTokens: count.optional().describe('Tokens models wrote.'),
  tokens: count.optional().describe('Tokens sent and written.'),
  costUsd: z.number().min(0).optional().describe('Cost in USD.'),
  activeMs: count.optional().describe('Time spent working, in ms; waiting for a person is not counted.'),
  turns: count.optional().describe('Turns of the loop.'),
  rounds: count.optional().describe('Re-plans.'),
  planSteps: count.optional().describe('Steps of one plan.'),
})

/** The shape of a budget, with its defaults. */
export const budgetSchema = limitsSchema.extend({
  onExhausted: z
    .enum(['wrap-up', 'ask', 'fail'])
    .default('wrap-up')
    .describe('Answer from what there is, ask a person for more, or fail.'),
  reserve: z
    .number()
    .min(0)
    .max(0.9)
    .optional()
    .describe(
      'Share of tokens and cost kept back for the last answer; what the loop says when left out, else a tenth.',
    ),
})

/** Limits as they are written down; what is left out is not limited. */
export type Limits = z.input<typeof limitsSchema>

/** What a session may spend, with what happens at the end of it. */
export type Budget = z.output<typeof budgetSchema>

const limitWords: Readonly<Record<string, string>> = {
  modelCalls: 'calls',
  toolCalls: 'tools',
  inputTokens: 'tokens',
  outputTokens: 'tokens',
  tokens: 'tokens',
  costUsd: 'cost',
  activeMs: 'time',
  turns: 'turns',
  rounds: 'rounds',
  planSteps: 'plan-steps',
}

/** The word after `limit:` in the outcome. */
export function limitWord(resource: Resource | 'activeMs'): string {
  return limitWords[resource] ?? 'tools'
}

/** The limits one by one; the time limit is not an amount that calls reserve. */
export function limitsByResource({ perTool, activeMs: _, ...limits }: Limits): Map<Resource, number> {
  const map = new Map<Resource, number>()
  for (const [name, limit] of Object.entries(limits))
    if (limit !== undefined && name in limitWords) map.set(name as Resource, limit)
  for (const [tool, limit] of Object.entries(perTool ?? {})) map.set(`tool:${tool}`, limit)
  return map
}

/** The nearer of two limits, each. */
export function withinBoth<L extends Limits>(limits: L, others: Limits | undefined): L {
  if (!others) return limits
  const both: Record<string, unknown> = { ...limits }
  for (const [name, limit] of Object.entries(others)) {
    const own = limits[name as keyof Limits]
    if (typeof limit === 'number') both[name] = typeof own === 'number' ? Math.min(own, limit) : limit
  }
  for (const [tool, limit] of Object.entries(others.perTool ?? {})) {
    const { perTool = {} } = both as Limits
    both['perTool'] = { ...perTool, [tool]: Math.min(perTool[tool] ?? limit, limit) }
  }
  return both as L
}

/** The limits of a child loop, as its parent wrote them down. */
export function readLimits(limits: unknown): Limits {
  return readAs(limitsSchema, limits, 'budget-invalid', 'Budget')
}

/** A limit in USD needs prices: refused before any work is done. */
export function refuseUnpricedLimit(limits: Pick<Limits, 'costUsd'>, models: Iterable<Model>): void {
  if (limits.costUsd === undefined) return
  for (const model of [...models].flatMap((each) => [each, ...(each.fallbacks ?? [])])) {
    if (model.price === undefined) {
      throw new GyreError(
        'price-unknown',
        `The cost is limited, or stops the session, but the price of \`${model.id}\` is not known.`,
        {
          model: model.id,
        },
      )
    }
  }
}

/** What a call cost; null when the price is unknown. */
export function costOf(model: { readonly price?: Price | undefined }, usage: Usage): number | null {
  if (!model.price) return null
  const { input, output, cachedInput = input, cacheWrite = input } = model.price
  const { inputTokens, outputTokens, cachedInputTokens: cached = 0, cacheWriteTokens: written = 0 } = usage
  const plain = (inputTokens - cached - written) * input
  return (plain + cached * cachedInput + written * cacheWrite + outputTokens * output) / 1_000_000
}
