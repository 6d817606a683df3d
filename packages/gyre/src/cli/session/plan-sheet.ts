/** The plan of a session as a sheet tells of it: what is done, what is under way or next, what comes later. */
import type { FactEvent, Json, JsonObject } from '@gyre/core'
import { oneLine } from '../terminal/one-line.ts'
import type { SessionRecord } from './session-record.ts'

type Step = { readonly id: string; readonly goal: string; readonly needs?: readonly string[]; readonly tool?: string }

/** Of a long plan only so many steps that are done are shown. */
const fewDone = 12

export function planLines(
  events: readonly FactEvent[],
  { plan, outcome }: Pick<SessionRecord, 'plan' | 'outcome'>,
): readonly string[] {
  const steps = stepsIn(plan)
  const { done, hasWorked, judged } = historyOf(events)
  // A loop need not publish once more when its last steps are made.
  const isOver = (outcome === 'answered' || outcome === 'gap_open') && hasWorked
  const made = steps.filter(({ id }) => isOver || judged.has(id))
  const all = [...done, ...made.map((step) => doneLine(step, judged))]
  const shown = all.slice(-fewDone)
  const earlier = all.length > shown.length ? [`… ${all.length - shown.length} done before`] : []
  const left = steps.filter((step) => !made.includes(step))
  const open = new Set(left.map(({ id }) => id))
  const isNext = ({ needs = [] }: Step) => outcome === null && !needs.some((id) => open.has(id))
  return [...earlier, ...shown, ...left.map((step) => `${isNext(step) ? '▸' : ' '} ${lineOf(step)}`)]
}

type Judged = ReadonlyMap<string, { readonly hasFailed: boolean }>

function doneLine(step: Step, judged: Judged): string {
  return `${judged.get(step.id)?.hasFailed ? '✗' : '✓'} ${lineOf(step)}`
}

function lineOf({ id, goal, needs = [], tool }: Step): string {
  // Where the goal is not the call itself, the tool is worth a word.
  const by = tool && !goal.includes(tool) ? `  [${oneLine(tool)}]` : ''
  const after = needs.length > 0 ? `  (after ${needs.map(oneLine).join(', ')})` : ''
  return `${oneLine(id)}  ${oneLine(goal)}${by}${after}`
}

type History = {
  /** Lines of steps that a loop had in its plan, worked at, and had no more. */
  readonly done: readonly string[]
  /** Whether anything was carried out since the last plan. */
  readonly hasWorked: boolean
  /** Steps of the last plan that have got a score, by id. */
  readonly judged: Judged
}

/** What was carried out: a step that is gone from the next plan without that was given up for another. */
const carryingOut: ReadonlySet<unknown> = new Set(['tool', 'loop'])

function historyOf(events: readonly FactEvent[]): History {
  const done: string[] = []
  let before: readonly Step[] = []
  let hasWorked = false
  let judged = new Map<string, { readonly hasFailed: boolean }>()
  for (const { type, data } of events) {
    if (type === 'step.finished' && carryingOut.has(data['kind'])) hasWorked = true
    if (type === 'note') addScore(judged, data)
    if (type !== 'plan.changed') continue
    // What people left out of it is not done: it is looked at as the loop gave it.
    const offered = new Set(stepsIn((data['request'] as { readonly steps?: Json } | undefined)?.steps).map(keyOf))
    const gone = hasWorked ? before.filter((step) => !offered.has(keyOf(step))) : []
    for (const step of gone) done.push(doneLine(step, judged))
    before = stepsIn(data['result'])
    hasWorked = false
    judged = new Map()
  }
  return { done, hasWorked, judged }
}

function addScore(judged: Map<string, { readonly hasFailed: boolean }>, { name, value }: JsonObject): void {
  const { step, quality } = (value ?? {}) as { readonly step?: Json; readonly quality?: Json }
  if (name === 'score' && typeof step === 'string') judged.set(step, { hasFailed: quality === 'failed' })
}

/** Another plan may give the same id to another step. */
function keyOf({ id, goal }: Step): string {
  return `${id} ${goal}`
}

function stepsIn(plan: Json | undefined): readonly Step[] {
  return Array.isArray(plan) ? (plan as readonly Json[] as readonly Step[]) : []
}
