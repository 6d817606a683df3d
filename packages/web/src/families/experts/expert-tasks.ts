/** The tasks of all rounds: who was asked what, and what came of it. */
import type { Json, JsonObject } from '@gyre/core'
import { listOf, numberOf, objectOf, textOf, textsOf } from '../loop/json-values.ts'
import type { LoopSlice } from '../loop/loop-slice.ts'
import { failureOf, saidAt } from '../loop/said-reply.ts'
import { type Confidence, confidenceIn, readExpertWords } from './expert-words.ts'

/** `waiting`: planned, and its turn may come. `left`: planned, and the loop ended before its turn. */
export type TaskState = 'answered' | 'nothing' | 'running' | 'waiting' | 'left'

export type ExpertTask = {
  readonly id: string
  /** From 1, as people count. */
  readonly round: number
  readonly category: string
  readonly question: string
  readonly supersedes: string
  readonly needs: readonly string[]
  readonly state: TaskState
  readonly said: string
  readonly confidence: Confidence | null
  readonly gaps: string
  readonly referral: string
  /** How it ended: `answered`, `limit:turns`, `failed:…`. */
  readonly outcome: string
  readonly sources: readonly string[]
  /** An expert of words, or a tool that was called without one: `web`, `math`, `graph`, `tool`. */
  readonly kind: string
  readonly path: string | null
}

type Planned = Pick<ExpertTask, 'id' | 'category' | 'question' | 'supersedes' | 'needs'> & {
  readonly round: number
  readonly tool: string
}
/** A plan as it was carried out: the first steps of `task#2` come behind the plan that they are of. */
type Execution = { readonly seq: number; readonly tasks: readonly Planned[] }

/** In the order of the rounds. */
export function expertTasks(slice: LoopSlice): readonly ExpertTask[] {
  const plans = plansIn(slice)
  const places = placesOf(slice, plans)
  const told = new Map(
    listOf(slice.end?.details['tasks']).map((task) => [textOf(objectOf(task)['id']), objectOf(task)]),
  )
  const newest = new Map<string, Planned>()
  for (const { tasks } of plans) for (const task of tasks) newest.set(task.id, task)
  return [...newest.values()].map((task) => taskOf(slice, task, { at: places.get(task.id), told: told.get(task.id) }))
}

function plansIn({ plans }: LoopSlice): readonly Execution[] {
  let round = 0
  return plans.map(({ seq, steps, data }) => {
    round = numberOf(data['round']) ?? round
    return { seq, tasks: listOf(steps).map((step) => plannedTask(objectOf(step), round + 1)) }
  })
}

function plannedTask({ id, goal, category, supersedes, needs, tool }: JsonObject, round: number): Planned {
  return {
    id: textOf(id),
    round,
    category: textOf(category),
    question: textOf(goal),
    supersedes: textOf(supersedes),
    needs: textsOf(needs),
    tool: textOf(tool),
  }
}

/** Where each task is carried out: `task#2[0]/`, by its id. */
function placesOf({ steps, running }: LoopSlice, plans: readonly Execution[]): ReadonlyMap<string, string> {
  const first = new Map<string, number>()
  const met = [...steps.map(({ at, seq }) => ({ at, seq })), ...running.map(({ at }) => ({ at, seq: Infinity }))]
  for (const { at, seq } of met) {
    const [run] = /^task#\d+(?=\[)/.exec(at) ?? []
    if (run !== undefined && !first.has(run)) first.set(run, seq)
  }
  const places = new Map<string, string>()
  for (const [run, seq] of first) {
    const plan = plans.findLast((each) => each.seq < seq && each.tasks.length > 0)
    for (const [index, { id }] of (plan?.tasks ?? []).entries()) places.set(id, `${run}[${index}]/`)
  }
  return places
}

type Known = { readonly at: string | undefined; readonly told: JsonObject | undefined }

function taskOf(slice: LoopSlice, { tool, ...task }: Planned, { at, told }: Known): ExpertTask {
  const own = at === undefined ? [] : slice.steps.filter((step) => step.at.startsWith(at))
  const begun = at === undefined ? undefined : slice.running.find((step) => step.at.startsWith(at))
  const main = own.find((step) => step.at.slice(at?.length).split('/').length === 1)
  const path = main?.path ?? begun?.path ?? own[0]?.path ?? null
  if (told) return { ...task, ...fromDetails(told), path }
  const kind = kindOf(main?.kind ?? '', tool)
  if (main) return { ...task, ...fromStep(main), kind, path }
  const isUnderWay = begun !== undefined || own.length > 0
  const state = slice.isOver ? 'left' : isUnderWay ? 'running' : 'waiting'
  return { ...task, ...silence, state, kind, path }
}

const silence = { said: '', confidence: null, gaps: '', referral: '', outcome: '', sources: [] } as const

function kindOf(stepKind: string, tool: string): string {
  return tool !== '' || stepKind === 'tool' ? 'tool' : 'expert'
}

function fromDetails(told: JsonObject) {
  const { output = null, confidence, gaps, referral, outcome, sources, kind } = told
  const said = textOf(output)
  return {
    state: (output === null ? 'nothing' : 'answered') as TaskState,
    said,
    confidence: confidenceIn(textOf(confidence)),
    gaps: textOf(gaps),
    referral: textOf(referral),
    outcome: textOf(outcome),
    sources: textsOf(sources),
    kind: textOf(kind),
  }
}

/** As far as the step tells that did it: a loop, a request or a call. */
function fromStep(step: LoopSlice['steps'][number]) {
  if (step.state !== 'finished') {
    return { ...silence, state: 'nothing' as const, outcome: step.state.replace('-', ' '), said: failureOf(step) }
  }
  const result = objectOf(step.fact.data['result'])
  if (step.kind === 'tool') {
    const hasFailed = result['error'] === true
    return { ...silence, state: hasFailed ? ('nothing' as const) : ('answered' as const), said: textOf(result['text']) }
  }
  const text =
    step.kind === 'loop' ? answerText(result['answer']) : (saidAt({ path: step.path, done: step })?.text ?? '')
  const { answer, ...words } = readExpertWords(text)
  const outcome = textOf(result['outcome']) || 'answered'
  const state = answer === '' ? ('nothing' as const) : ('answered' as const)
  return { ...silence, ...words, state, said: answer, outcome }
}

function answerText(answer: Json | undefined): string {
  if (answer === undefined || answer === null) return ''
  return typeof answer === 'string' ? answer : JSON.stringify(answer)
}
