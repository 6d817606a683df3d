/** Plans: steps that name a tool, what may be wrong with them, and which of them run next. */
import { matchesGlob } from '../../glob.ts'
import type { Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { toolNamed } from '../../parsing/tool-name.ts'
import { arranged } from '../plan-order.ts'
import { freeIds, nextSteps, planFaults, type Step, withNeeds } from '../plan-steps.ts'

export type ToolStep = Step & { readonly tool: string; readonly input?: Json }

/** A step as a model or a person writes it. */
export type DraftStep = {
  readonly id: string
  readonly goal: string
  readonly tool?: unknown
  readonly needs?: readonly string[] | undefined
  readonly input?: unknown
}

export type Tools = LoopContext['tools']

/** What a plan is held against. */
export type PlanBounds = {
  readonly allowed: Tools
  /** All that are there, those included that may not be used. */
  readonly offered: Tools
  readonly maxSteps: number
  /** Ids of the steps that have run. */
  readonly done: ReadonlySet<string>
}

/** A plan with more faults than these teaches nobody anything. */
const mostFaults = 10

/** Tools whose names fit one of the patterns, in which `*` stands for any characters. */
export function allowedTools(tools: Tools, patterns: readonly string[]): Tools {
  return tools.filter(({ name }) => patterns.some((pattern) => matchesGlob(pattern, name)))
}

/** Whether a tool may be called again with the same input. Of one that does not say, nobody knows. */
export function isRepeatable(name: string, tools: Tools): boolean {
  return (tools.find((tool) => tool.name === name)?.effect ?? 'once') !== 'once'
}

/** The steps with their needs, their tools by their exact names. */
export function completed(steps: readonly DraftStep[], bounds: Pick<PlanBounds, 'allowed' | 'offered'>) {
  return withNeeds(steps).map((step, index): ToolStep => {
    const { tool, input } = steps[index] ?? {}
    const hasInput = input !== undefined && input !== null
    return { ...step, tool: exactName(tool, bounds), ...(hasInput && { input: input as Json }) }
  })
}

function exactName(written: unknown, { allowed, offered }: Pick<PlanBounds, 'allowed' | 'offered'>): string {
  const name = typeof written === 'string' ? written.trim() : ''
  return (toolNamed(name, allowed) ?? toolNamed(name, offered))?.name ?? name
}

/**
 * The same steps under ids that no finished step has: models begin to count anew. What a step needs is then the new
 * step of that name, unless that is itself.
 */
export function renumbered(steps: readonly DraftStep[], done: ReadonlySet<string>): readonly DraftStep[] {
  const ids = new Set(steps.map(({ id }) => id))
  if (ids.size < steps.length) return steps
  const free = freeIds(steps.length, new Set([...done, ...ids])).values()
  const names = new Map([...ids].map((id) => [id, done.has(id) ? (free.next().value ?? id) : id]))
  return steps.map(({ id, needs, ...step }) => {
    const renamed = needs?.map((need) => (need === id && done.has(id) ? need : (names.get(need) ?? need)))
    return { ...step, id: names.get(id) ?? id, needs: renamed }
  })
}

/** What is wrong with a plan: nothing in it is left to a model's judgement. */
export function faultsOf(steps: readonly ToolStep[], { allowed, offered, maxSteps, done }: PlanBounds) {
  if (steps.length === 0) return ['there are no steps']
  if (steps.length > maxSteps) return [`there are ${steps.length} steps, and at most ${maxSteps} are allowed`]
  const names = allowed.map(({ name }) => `\`${name}\``).join(', ')
  const faults = steps.flatMap(({ id, tool }) => {
    if (tool === '') return [`step \`${id}\` names no tool`]
    if (allowed.some(({ name }) => name === tool)) return []
    const isOffered = offered.some(({ name }) => name === tool)
    const why = isOffered ? 'may not be used here' : 'is not there'
    return [`step \`${id}\` names the tool \`${tool}\`, which ${why}`]
  })
  const listed = faults.length === 0 ? [] : [`the tools are ${names}`]
  return [...faults.slice(0, mostFaults), ...listed, ...planFaults(steps, done).slice(0, mostFaults)]
}

/** Every step behind those that it needs. */
export function ordered(steps: readonly ToolStep[]): readonly ToolStep[] {
  return picked(steps, arranged(steps).steps)
}

/** The steps to run next: those that need none of the others, or one at a time. */
export function stepsToRun(steps: readonly ToolStep[], isParallel: boolean): readonly ToolStep[] {
  return picked(steps, nextSteps(steps, isParallel))
}

function picked(steps: readonly ToolStep[], wanted: readonly Step[]): readonly ToolStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  return wanted.flatMap(({ id }) => byId.get(id) ?? [])
}
