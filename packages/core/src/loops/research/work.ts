/** What all phases of a research have in common: the task, the settings, and where to look. */
import { GyreError } from '../../errors.ts'
import type { Embedded, LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import type { WrapUp } from '../../kernel/wrap-up.ts'
import type { ToolResult } from '../../messages.ts'
import { modelFailure } from '../model-failure.ts'
import { isOwnEnd } from '../own-end.ts'
import type { Config } from './config.ts'
import { unit } from './measure/vectors.ts'
import type { Place } from './places.ts'

export type Work = { readonly task: Task; readonly config: Config; readonly places: readonly Place[] }

/** Of a long task the beginning is looked for. */
const longestQuery = 300

export function queryOf({ goal }: Pick<Task, 'goal'>): string {
  return goal.replace(/\s+/g, ' ').trim().slice(0, longestQuery).toWellFormed()
}

type Call = { readonly tool: string; readonly input: ToolInput; readonly label: string }
type ToolInput = Parameters<LoopContext['callTools']>[0][number]['input']

/** One call, and what came of it. */
export async function callTool(ctx: LoopContext, { tool, input, label }: Call): Promise<ToolResult | undefined> {
  const [message] = await ctx.callTools([{ type: 'tool-call', id: label, tool, input }], { label })
  const [part] = message?.parts ?? []
  return part?.type === 'tool-result' ? part : undefined
}

/** Embedders refuse a whole list for one text that is too long; what a text is about stands at its beginning. */
const longestEmbedded = 8_000

/** Vectors of the length 1, whatever the embedder gives: their products are cosines. */
export async function embedTexts(ctx: LoopContext, texts: readonly string[], label: string): Promise<Embedded> {
  const bounded = texts.map((text) => text.slice(0, longestEmbedded).toWellFormed())
  const { embedder, vectors } = await ctx.embed(bounded, { label })
  return { embedder, vectors: vectors.map(unit) }
}

/** The failure of an embedder. What is no `GyreError` of its own comes from it as `loop-failed`; others are not the loop's to judge. */
export function embedderFailure(error: unknown): GyreError {
  return error instanceof GyreError && error.code === 'loop-failed' ? error : modelFailure(error)
}

/** What work in a branch gives, or the notice that the run is to end: others may have gone further. */
export async function orEnd<T>(ctx: LoopContext, work: () => Promise<T>): Promise<T | 'ended'> {
  try {
    return await work()
  } catch (error) {
    if (isOwnEnd(ctx, error)) return 'ended'
    throw error
  }
}

/** The same for the run itself: where the notice comes first, the work is done with what was kept back for it. */
export async function evenThen<T>(ctx: LoopContext, work: () => Promise<T>): Promise<T | 'ended'> {
  const done = await orEnd(ctx, work)
  return done === 'ended' ? orEnd(ctx, work) : done
}

/**
 * Takes the notice that branches were given: the run itself is told with its next step. From here on it may have what was
 * kept back. Undefined when there was none.
 */
export async function noticeOf(ctx: LoopContext): Promise<WrapUp | undefined> {
  try {
    await ctx.spent({ label: 'notice' })
    return undefined
  } catch (error) {
    if (isOwnEnd(ctx, error)) return error
    throw error
  }
}
