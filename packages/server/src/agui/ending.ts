/** How a run ends, by how its session did: finished, cancelled or failed. */
import type { JsonObject } from '@gyre/core'
import type { Ending } from '../narration/moment.ts'
import { lastPiece } from '../openai/chat/finish.ts'
import type { AguiEvent } from './agui-event.ts'
import type { AguiRun } from './agui-run.ts'

export function endEvents(run: AguiRun, end: Ending, model: string | undefined): readonly AguiEvent[] {
  const { threadId, runId, session } = run
  const usage = [usageOf(end, model)]
  const finished = { type: 'RUN_FINISHED', threadId, runId, usage } as const
  if (end.outcome === 'aborted') return [{ ...finished, outcome: { type: 'cancelled' } }]
  const last = lastPiece(session, end)
  if (last.type === 'failure') return [{ type: 'RUN_ERROR', message: last.error.message, code: last.error.code, usage }]
  const { outcome, answer, gap, details } = end
  return [{ ...finished, result: { session, outcome, answer, gap, details }, outcome: { type: 'success' } }]
}

function usageOf({ usage, cachedTokens, reasoningTokens }: Ending, model: string | undefined): JsonObject {
  const { inputTokens, outputTokens } = usage
  return {
    ...(model !== undefined && { model }),
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    reasoningTokens,
    cachedInputTokens: cachedTokens,
  }
}
