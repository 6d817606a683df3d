/** What is known before anything is planned: what past sessions learned, and what documents say. */
import { type ErrorCode, GyreError } from '../../errors.ts'
import { shownText } from '../../fence.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import type { Config } from './config.ts'
import type { Tools } from './plan.ts'

const memories = 5
const passages = 3
const longestQuery = 1_000
const longestMemory = 500
const longestPassages = 3_000

const searchTool = 'knowledge.search'

/** As a model reads it, fenced; undefined when there is nothing. */
export async function priorKnowledge(ctx: LoopContext, goal: string, tools: Tools, config: Config) {
  const query = goal.trim().slice(0, longestQuery).toWellFormed()
  const remembered = await ctx.recall(query, { limit: memories }).catch((error) => withoutMemory(ctx, error))
  const listed = remembered.map(({ text }) => `- ${withoutMiddle(text, longestMemory)}`).join('\n')
  const parts = [
    ...(listed === '' ? [] : [shownText({ text: listed, untrusted: { from: 'memory' } })]),
    ...(await foundPassages(ctx, query, tools, config)),
  ]
  return parts.length === 0 ? undefined : parts.join('\n\n')
}

/** What is not the memory's fault: the session ends, or another one has it. */
const others: readonly ErrorCode[] = [
  'aborted',
  'budget-exhausted',
  'journal-drift',
  'journal-mismatch',
  'lease-lost',
  'replay-incomplete',
  'session-interrupted',
]

/** A session without a memory remembers nothing, and one whose memory fails begins all the same. */
function withoutMemory(ctx: LoopContext, error: unknown): Awaited<ReturnType<LoopContext['recall']>> {
  if (!(error instanceof GyreError) || others.includes(error.code)) throw error
  if (error.code !== 'memory-missing') ctx.note('recall-failed', { why: error.message })
  return []
}

/** A search that fails is no reason not to begin. */
async function foundPassages(
  ctx: LoopContext,
  query: string,
  tools: Tools,
  config: Config,
): Promise<readonly string[]> {
  if (!tools.some(({ name }) => name === searchTool)) return []
  const call = { type: 'tool-call', id: 'prior', tool: searchTool, input: { query, limit: passages } } as const
  const [message] = await ctx.callTools([call], { label: 'prior', timeoutMs: config.toolTimeoutSeconds * 1000 })
  const [part] = message?.parts ?? []
  if (part?.type !== 'tool-result' || part.error) return []
  const text = withoutMiddle(part.text, longestPassages)
  return [shownText({ text, untrusted: { from: part.untrusted?.from ?? searchTool } })]
}
