/** How a message ends, by how its session did. */
import type { Ending } from '../narration/moment.ts'
import { lastPiece } from '../openai/chat/finish.ts'
import type { Chunk } from './chunk.ts'

const reasons = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  content_filter: 'content-filter',
} as const

export function endChunks(session: string, end: Ending): readonly Chunk[] {
  const { outcome, gap, usage } = end
  if (outcome === 'aborted') return [{ type: 'abort', reason: 'Somebody aborted the session.' }]
  const last = lastPiece(session, end)
  if (last.type === 'failure') return [{ type: 'error', errorText: last.error.message }]
  const finishReason = last.type === 'finish' ? reasons[last.reason] : 'other'
  return [{ type: 'finish', finishReason, messageMetadata: { sessionId: session, outcome, gap, usage } }]
}
