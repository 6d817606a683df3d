/** What a request came to: the sum over every model call that was made for it, and who made them. */
import { factOf, type JournalRow, type JsonObject, type Runtime, type Usage } from '@gyre/core'

export type OpenaiUsage = {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details: { readonly cached_tokens: number }
  readonly completion_tokens_details: { readonly reasoning_tokens: number }
  readonly gyre: {
    readonly calls: number
    readonly steps: number
    /** Null when the price of a model is not known. */
    readonly cost_usd: number | null
    readonly by_model: readonly ModelUsage[]
  }
}

type ModelUsage = {
  readonly model: string
  readonly calls: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly cost_usd: number | null
}

type Call = { readonly model: string; readonly usage: Usage; readonly costUsd: number | null }

/** Of a session, after so many of its facts: what came before was told with the request before. */
export async function usageSince(runtime: Runtime, session: string, after: number): Promise<OpenaiUsage> {
  const { rows } = await runtime.read(session)
  return usageOfRows(rows.filter(({ seq }) => seq > after))
}

export function usageOfRows(rows: readonly JournalRow[]): OpenaiUsage {
  const steps = rows.filter(({ type }) => type === 'step.finished' || type === 'step.failed')
  const calls = steps.flatMap((row) => callOf(row) ?? [])
  const models = [...new Set(calls.map(({ model }) => model))]
  return {
    ...tokensOf(calls.map(({ usage }) => usage)),
    gyre: {
      calls: calls.length,
      steps: steps.length,
      cost_usd: costOf(calls),
      by_model: models.map((model) =>
        modelUsage(
          model,
          calls.filter((call) => call.model === model),
        ),
      ),
    },
  }
}

/** The same of single calls. */
export function tokensOf(usages: readonly Usage[]): Omit<OpenaiUsage, 'gyre'> {
  const sum = (amount: (usage: Usage) => number) => usages.reduce((total, usage) => total + amount(usage), 0)
  const prompt = sum(({ inputTokens }) => inputTokens)
  const completion = sum(({ outputTokens }) => outputTokens)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: sum(({ cachedInputTokens = 0 }) => cachedInputTokens) },
    completion_tokens_details: { reasoning_tokens: sum(({ reasoningTokens = 0 }) => reasoningTokens) },
  }
}

function callOf(row: JournalRow): Call | undefined {
  if (row.kind !== 'generate') return undefined
  const { data } = factOf({ ...row, request: null, result: null })
  const { model, usage, costUsd } = (data ?? {}) as JsonObject & Partial<Call>
  if (!usage) return undefined
  return { model: String(model), usage, costUsd: typeof costUsd === 'number' ? costUsd : null }
}

function modelUsage(model: string, calls: readonly Call[]): ModelUsage {
  const { prompt_tokens, completion_tokens } = tokensOf(calls.map(({ usage }) => usage))
  return { model, calls: calls.length, prompt_tokens, completion_tokens, cost_usd: costOf(calls) }
}

function costOf(calls: readonly Call[]): number | null {
  return calls.reduce<number | null>((sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd), 0)
}
