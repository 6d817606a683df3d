/** What a task is: work for an expert, or calls that say exactly what is to be done. */
import { isObject, type Json } from '../../json.ts'
import type { OfferedTool } from '../../kernel/context.ts'
import { lookupTool } from '../../parsing/lookup-tool.ts'
import type { WorkKind } from './result.ts'
import type { PlannedTask } from './tasks.ts'

/** The category of what is looked for in documents. It has no expert, unless somebody made one. */
export const retrieval = 'knowledge'

export type ToolWork = {
  readonly kind: Exclude<WorkKind, 'expert'>
  readonly tool: string
  readonly input: Json
  /** What is searched for, where it is a search. */
  readonly query?: string
}

type Categories = readonly { readonly category: string }[]

/** Whether a task asks the documents, and not their expert: with a query it always does. */
export function asksDocuments({ category, query }: PlannedTask, experts: Categories): boolean {
  return category === retrieval && (query !== undefined || !experts.some((expert) => expert.category === retrieval))
}

/** The call a task is; undefined when an expert has to do it. */
export function toolWorkOf(
  task: PlannedTask,
  tools: readonly OfferedTool[],
  experts: Categories = [],
): ToolWork | undefined {
  const { category, goal, query, tool, input = {} } = task
  if (tool !== undefined) return named(tool, input, tools)
  if (asksDocuments(task, experts)) return retrieving(query ?? goal, tools)
  if (query === undefined) return undefined
  return category === 'math' ? calculating(query, tools) : searching(query, tools)
}

function named(tool: string, input: Json, tools: readonly OfferedTool[]): ToolWork {
  const kind = kindOf(tool, tools)
  const query = kind === 'web' || kind === 'graph' ? queryIn(input) : undefined
  return { kind, tool, input, ...(query !== undefined && { query }) }
}

function kindOf(tool: string, tools: readonly OfferedTool[]): ToolWork['kind'] {
  if (tool.startsWith('math.')) return 'math'
  if (tool.startsWith('knowledge.')) return 'graph'
  return tool.startsWith('web.') || tool === searchTool(tools)?.tool ? 'web' : 'tool'
}

function queryIn(input: Json): string | undefined {
  const query = isObject(input) ? (input['query'] ?? input['question']) : undefined
  return typeof query === 'string' ? query : undefined
}

function has(tools: readonly OfferedTool[], name: string): boolean {
  return tools.some((tool) => tool.name === name)
}

function retrieving(question: string, tools: readonly OfferedTool[]): ToolWork | undefined {
  if (has(tools, 'knowledge.graph')) {
    return { kind: 'graph', tool: 'knowledge.graph', input: { question }, query: question }
  }
  if (!has(tools, 'knowledge.search')) return undefined
  return { kind: 'graph', tool: 'knowledge.search', input: { query: question }, query: question }
}

function calculating(expression: string, tools: readonly OfferedTool[]): ToolWork | undefined {
  return has(tools, 'math.calculate') ? { kind: 'math', tool: 'math.calculate', input: { expression } } : undefined
}

function searching(query: string, tools: readonly OfferedTool[]): ToolWork | undefined {
  const found = searchTool(tools)
  return found && { kind: 'web', tool: found.tool, input: { [found.argument]: query }, query }
}

/** `web.search`, or whatever tool there is for a plain question; documents are asked under their own category. */
function searchTool(tools: readonly OfferedTool[]) {
  if (has(tools, 'web.search')) return { tool: 'web.search', argument: 'query' }
  return lookupTool(tools.filter(({ name }) => !/^(?:knowledge|math|calendar)\./.test(name)))
}

/** The categories a plan may name: those of the experts, and documents where there are any. */
export function categoriesOf(experts: Categories, tools: readonly OfferedTool[]) {
  const own = experts.map(({ category }) => category)
  const others = retrieving('', tools) && !own.includes(retrieval) ? [retrieval] : []
  return ['general', ...own.filter((category) => category !== 'general'), ...others]
}
