/** The tasks of a plan, out of whatever words a planner has for them. */
import { canonicalJson, isObject, type Json, type JsonObject } from '../../json.ts'
import type { OfferedTool, PlanStep } from '../../kernel/context.ts'
import { parseJsonText } from '../../parsing/json-text.ts'
import { toolNamed } from '../../parsing/tool-name.ts'
import { freeIds, planFaults } from '../plan-steps.ts'
import { placeholdersIn } from './placeholders.ts'
import { toolWorkOf } from './work.ts'

/** A task of a plan, as it is carried out. `goal` is what to find out, `needs` what it depends on, `input` the arguments. */
export type PlannedTask = Required<Pick<PlanStep, 'id' | 'goal' | 'needs'>> & {
  readonly category: string
  readonly query?: string
  readonly tool?: string
  readonly input?: Json
  readonly supersedes?: string
}

/** What a plan may name. */
export type Known = {
  /** The first one is for whatever is not known. */
  readonly categories: readonly string[]
  readonly tools: readonly OfferedTool[]
  /** Ids of the tasks of earlier rounds. */
  readonly done: ReadonlySet<string>
}

const aliases: Readonly<Record<string, readonly string[]>> = {
  task: ['task', 'goal', 'task_description', 'instruction', 'description', 'question', 'subtask'],
  category: ['category', 'task_type', 'type', 'expert'],
  depends_on: ['depends_on', 'dependsOn', 'needs', 'dependencies'],
  query: ['query', 'search_query', 'searchQuery'],
  tool: ['tool', 'mcp_tool', 'tool_name'],
  args: ['args', 'mcp_args', 'arguments', 'input', 'tool_args'],
  supersedes: ['supersedes', 'replaces'],
}

/** A list of tasks in a reply that does not fit the form: a bare list, one task alone, other words for its fields. */
export function readTasks(text: string): { readonly tasks: readonly Json[] } | undefined {
  const parsed = parseJsonText(text)
  const listed = parsed.ok && parsed.cut !== 'value' ? listIn(parsed.value) : undefined
  return listed && { tasks: listed.map(inOurWords) }
}

function listIn(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (!isObject(value)) return undefined
  const wrapped = value['tasks'] ?? value['steps'] ?? value['plan']
  if (wrapped !== undefined) return listIn(wrapped)
  const isTask = (aliases['task'] ?? []).some((name) => typeof value[name] === 'string')
  return isTask ? [value] : undefined
}

/** A task under the names the form has. A text is what to do; a query or a tool alone says that, too. */
export function inOurWords(value: Json): Json {
  if (typeof value === 'string') return { task: value }
  if (!isObject(value)) return value
  const found = Object.entries(aliases).flatMap(([name, names]) => {
    const written = names.map((each) => value[each]).find((each) => each !== undefined && each !== null && each !== '')
    return written === undefined ? [] : [[name, name === 'depends_on' ? listOf(written) : written] as const]
  })
  const { id } = value
  const ours: JsonObject = Object.fromEntries([...(id === undefined || id === null ? [] : [['id', id]]), ...found])
  const { task = ours['query'] ?? ours['tool'] } = ours
  return { ...ours, ...(task !== undefined && { task }) }
}

function listOf(value: Json): Json {
  if (typeof value === 'string') return value.split(/[,;]\s*/).filter((id) => id !== '')
  return value
}

/** What is wrong with a plan: ids that are taken, dependencies on nothing or in a circle, calls that it makes twice. */
export function faultsOf(tasks: readonly PlannedTask[], { done, tools }: Pick<Known, 'done' | 'tools'>) {
  return [...planFaults(tasks, done), ...repeatedCalls(tasks, tools)]
}

/** Side by side nobody would see that what must not be repeated is done already. */
function repeatedCalls(tasks: readonly PlannedTask[], tools: Known['tools']): readonly string[] {
  const made = new Map<string, string>()
  return tasks.flatMap((task) => {
    // Without a query or a tool it depends on the experts there are whether it is a call, and it names none.
    const call = task.query === undefined && task.tool === undefined ? undefined : toolWorkOf(task, tools)
    const effect = tools.find(({ name }) => name === call?.tool)?.effect ?? 'once'
    if (!call || effect !== 'once') return []
    const key = canonicalJson([call.tool, call.input])
    const before = made.get(key)
    if (before === undefined) {
      made.set(key, task.id)
      return []
    }
    const twice = `tasks \`${before}\` and \`${task.id}\` are one and the same call of \`${call.tool}\``
    return [`${twice}, which must be made once: leave one of them out`]
  })
}

export type Mended = {
  readonly tasks: readonly PlannedTask[]
  /** What was not known and is done otherwise. */
  readonly remarks: readonly string[]
}

/** The tasks of a plan. An unknown category is `general`; a tool that is not there leaves the task to an expert. */
export function plannedTasks(drafts: readonly Json[], known: Known): Mended {
  const ours = drafts.map(inOurWords).filter(isObject)
  const taken = new Set([...known.done, ...ours.map(({ id }) => textOf(id))])
  const free = [...freeIds(ours.length, taken)].values()
  const remarks: string[] = []
  const tasks = ours.map((draft) => {
    const id = textOf(draft['id']) || (free.next().value ?? '')
    const category = categoryOf(draft, known, (name) => remarks.push(`task \`${id}\`: no category \`${name}\``))
    const tool = toolOf(draft, known, (name) => remarks.push(`task \`${id}\`: no tool \`${name}\``))
    return taskOf(id, draft, { category, tool })
  })
  return { tasks, remarks }
}

type Remark = (name: string) => void

function categoryOf(draft: JsonObject, { categories }: Known, remark: Remark): string {
  const written = textOf(draft['category'])
  const meant = folded(written)
  const found = categories.find((each) => each === written) ?? categories.find((each) => folded(each) === meant)
  if (found === undefined && written !== '') remark(written)
  return found ?? categories[0] ?? ''
}

/** `data_science`, `Data-Science` and `data science` are one category. */
function folded(category: string): string {
  return category.toLowerCase().replace(/[\s_-]+/g, '-')
}

function toolOf(draft: JsonObject, { tools }: Known, remark: Remark): string | undefined {
  const written = textOf(draft['tool'])
  if (written === '' || /^none$/i.test(written)) return undefined
  const tool = toolNamed(written, tools)?.name
  if (tool === undefined) remark(written)
  return tool
}

type Settled = { readonly category: string; readonly tool: string | undefined }

function taskOf(id: string, draft: JsonObject, { category, tool }: Settled): PlannedTask {
  const goal = textOf(draft['task'])
  const query = textOf(draft['query'])
  const supersedes = textOf(draft['supersedes'])
  const input = isObject(draft['args']) ? draft['args'] : undefined
  const listed = Array.isArray(draft['depends_on']) ? draft['depends_on'].map(textOf) : []
  // Whoever is shown a result waits for it, whether that is said or not.
  const shown = placeholdersIn([goal, query, input ?? null])
  const needs = [...new Set([...listed, ...shown])].filter((need) => need !== '' && !/^none$/i.test(need))
  return {
    id,
    goal,
    needs,
    category,
    ...(query !== '' && { query }),
    ...(tool !== undefined && { tool, input: input ?? {} }),
    ...(supersedes !== '' && !/^none$/i.test(supersedes) && { supersedes }),
  }
}

function textOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : ''
}
