/** Tasks that are calls: made without a model. What they give is evidence, with its source. */
import { isObject, type Json } from '../../json.ts'
import type { CallToolsOptions, LoopContext } from '../../kernel/context.ts'
import type { ToolCall, ToolResult } from '../../messages.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { addressesIn, isEmpty } from './found.ts'
import { type Confidence, longestOutput, type MadeCall, type Quality, type TaskResult } from './result.ts'
import type { PlannedTask } from './tasks.ts'
import { effectsAmong } from './trace-reading.ts'
import { type ToolWork, toolWorkOf } from './work.ts'

export type CallTask = {
  readonly task: PlannedTask
  readonly work: ToolWork
  readonly round: number
  readonly maxPages: number
  /** Pages that were read before. */
  readonly seen: readonly string[]
}

const labels = { web: 'search', math: 'calculate', graph: 'retrieve', tool: 'call' } as const
const pageReader = 'web.fetch'

/** The call of a task; behind a search, the best pages it found. */
export async function callFor(ctx: LoopContext, given: CallTask): Promise<TaskResult> {
  const { work } = given
  const asked = { label: labels[work.kind], isPlanned: true } as const
  const [made] = await makeCalls(ctx, [callOf(work.tool, work.input)], asked)
  if (!made) return resultOf(ctx, given, [])
  const isSearch = work.kind === 'web' && work.tool !== pageReader
  const pages = isSearch && qualityOf(made) === 'ok' ? await readPages(ctx, given, made) : []
  return resultOf(ctx, given, [made, ...pages])
}

function callOf(tool: string, input: Json): ToolCall {
  return { type: 'tool-call', id: tool, tool, input }
}

async function makeCalls(
  ctx: LoopContext,
  calls: readonly ToolCall[],
  options: CallToolsOptions,
): Promise<readonly Made[]> {
  const messages = await ctx.callTools(calls, options)
  return calls.flatMap((call, index) => {
    const [part] = messages[index]?.parts ?? []
    return part?.type === 'tool-result' ? [{ call, result: part }] : []
  })
}

type Made = { readonly call: ToolCall; readonly result: ToolResult }

async function readPages(ctx: LoopContext, { maxPages, seen }: CallTask, { result }: Made): Promise<readonly Made[]> {
  if (!ctx.tools.some(({ name }) => name === pageReader)) return []
  const fresh = addressesIn(result).filter((address) => !seen.includes(address))
  const calls = fresh
    .slice(0, maxPages)
    .map((url, index) => ({ ...callOf(pageReader, { url }), id: `page ${index + 1}` }))
  return calls.length === 0 ? [] : makeCalls(ctx, calls, { label: 'read' })
}

function qualityOf({ result }: Made): Quality {
  if (result.error) return 'failed'
  return isEmpty(result) ? 'empty' : 'ok'
}

function resultOf(ctx: LoopContext, { task, work, round }: CallTask, all: readonly Made[]): TaskResult {
  // What pages say comes before the list they were found in.
  const good = [...all.slice(1), ...all.slice(0, 1)].filter((made) => qualityOf(made) === 'ok')
  const quality = overall(work, all)
  const isUsable = quality === 'ok' || quality === 'partial'
  const share = Math.floor(longestOutput / Math.max(1, good.length))
  // As planned: what results stood in it may be the words of a page.
  const asked = toolWorkOf(task, ctx.tools)?.query
  const evidence = good.map(({ result: { text, untrusted } }) => ({ text, ...(untrusted && { untrusted }) }))
  return {
    id: task.id,
    round,
    category: task.category,
    kind: work.kind,
    question: task.goal,
    output: isUsable ? good.map(({ result }) => withoutMiddle(result.text, share)).join('\n\n') : null,
    confidence: confidenceOf(work, quality),
    gaps: '',
    referral: '',
    outcome: isUsable ? 'answered' : quality,
    evidence: isUsable ? evidence : [],
    sources: [...new Set(good.flatMap(sourcesOf))],
    ...(task.supersedes !== undefined && { supersedes: task.supersedes }),
    calls: all.map((made, index) => madeCall(made, index === 0 ? asked : undefined, quality)),
    effects: effectsAmong(all.map(observed), ctx.tools),
  }
}

/** A search of which no page was read gave only extracts. */
function overall(work: ToolWork, all: readonly Made[]): Quality {
  const [first, ...pages] = all.map(qualityOf)
  if (first !== 'ok') return first ?? 'failed'
  const isSearch = work.kind === 'web' && work.tool !== pageReader
  return isSearch && !pages.includes('ok') ? 'partial' : 'ok'
}

/** Pages say what somebody wrote; a calculation or a tool says what is. */
function confidenceOf({ kind }: ToolWork, quality: Quality): Confidence {
  if (quality === 'failed' || quality === 'empty') return 'low'
  return kind === 'web' || quality === 'partial' ? 'medium' : 'high'
}

function madeCall(made: Made, query: string | undefined, whole: Quality): MadeCall {
  const { tool, input } = made.call
  const quality = query === undefined ? qualityOf(made) : whole
  return { tool, input: JSON.stringify(input), quality, ...(query !== undefined && { query }) }
}

function sourcesOf({ call, result }: Made): readonly string[] {
  const page = call.tool === pageReader && isObject(call.input) ? call.input['url'] : undefined
  return [typeof page === 'string' ? page : (result.untrusted?.from ?? call.tool)]
}

function observed({ call, result }: Made) {
  return { tool: call.tool, isMade: result.notMade === undefined }
}
