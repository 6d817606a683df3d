/** Auto: which loop was chosen and why, how sure a judge was of its answer, and which was tried next. */
import type { Json } from '@gyre/core'
import { numberIn, numberOf, objectOf, objectsOf, textOf } from '../loop/json-values.ts'
import type { LoopSlice } from '../loop/loop-slice.ts'
import { saidAt } from '../loop/said-reply.ts'

export type Attempt = {
  /** From 1. */
  readonly number: number
  readonly loop: string
  readonly why: string
  /** Null as long as it runs. */
  readonly outcome: string | null
  /** Null before a judge said so. */
  readonly confidence: number | null
  /** What the judge says of its answer. */
  readonly doubt: string
  readonly state: 'running' | 'judging' | 'judged' | 'cut'
  /** Its answer is the answer. */
  readonly isTaken: boolean
  readonly path: string
  /** What stands before the paths of its steps. */
  readonly base: string
  readonly judgePath: string | null
}

export type AutoPicture = {
  readonly attempts: readonly Attempt[]
  readonly minConfidence: number
  readonly maxEscalations: number
  /** Who chose the first: rules cost nothing, a model is asked where they are not clear. */
  readonly chosenBy: 'rules' | 'model'
  readonly routePath: string | null
  readonly isRouting: boolean
  /** `confident`, `blocked`, `escalations`, `exhausted`; empty as long as it runs. */
  readonly stop: string
  readonly isOver: boolean
}

export function autoPicture(slice: LoopSlice, base: string): AutoPicture {
  const { config, end, isOver, running, steps } = slice
  const route = [...running, ...steps].find(({ at }) => /^route#\d+$/.test(at))
  return {
    attempts: attemptsOf(slice, base),
    minConfidence: numberIn(config, 'minConfidence', 0.6),
    maxEscalations: numberIn(config, 'maxEscalations', 2),
    chosenBy: route ? 'model' : 'rules',
    routePath: route?.path ?? null,
    isRouting: running.some(({ at }) => at.startsWith('route#')),
    stop: textOf(end?.details['stop']),
    isOver,
  }
}

function attemptsOf(slice: LoopSlice, base: string): readonly Attempt[] {
  const choices = slice.notes.filter(({ name }) => name === 'choice')
  const tried = objectsOf(slice.notes.findLast(({ name }) => name === 'path')?.value)
  const taken = takenOf(slice, tried)
  return choices.map(({ value, seq }, at) => {
    const number = at + 1
    const loop = textOf(objectOf(value)['loop'])
    const until = choices[at + 1]?.seq ?? Number.POSITIVE_INFINITY
    const judge = judgeIn(slice, { from: seq, until, isLast: at === choices.length - 1 })
    const path = `${base}attempt#${number}`
    const known = tried[at]
    return {
      number,
      loop,
      why: textOf(objectOf(value)['why']),
      outcome: textOf(known?.['outcome']) || outcomeIn(slice, `attempt#${number}`),
      confidence: known ? numberOf(known['confidence']) : null,
      doubt: judge.reason,
      state: known ? 'judged' : stateOf(slice, number),
      isTaken: taken === at,
      path,
      base: `${path}/${loop}/`,
      judgePath: judge.path,
    }
  })
}

/** The one with the highest confidence; of equal ones the first, which was the cheapest. */
function takenOf({ end }: LoopSlice, tried: ReturnType<typeof objectsOf>): number | null {
  const loop = end?.details['loop']
  const at = tried.findIndex((attempt) => attempt['loop'] === loop)
  return end && at >= 0 ? at : null
}

function outcomeIn({ steps }: LoopSlice, at: string): string | null {
  const run = steps.find((step) => step.at === at)
  if (!run) return null
  return run.state === 'finished' ? textOf(objectOf(run.fact.data['result'])['outcome']) : run.state.replace('-', ' ')
}

function stateOf({ isOver, steps }: LoopSlice, number: number): Attempt['state'] {
  if (isOver) return 'cut'
  return steps.some(({ at }) => at === `attempt#${number}`) ? 'judging' : 'running'
}

type Span = { readonly from: number; readonly until: number; readonly isLast: boolean }

/** The last word of the judge on an attempt: a reply that could not be read is asked for again. */
function judgeIn({ steps, running }: LoopSlice, { from, until, isLast }: Span) {
  const isJudge = ({ at }: { readonly at: string }) => /^judge#\d+(?:\/repair#\d+)?$/.test(at)
  const done = steps.findLast((step) => isJudge(step) && step.seq > from && step.seq < until)
  const begun = isLast ? running.find(isJudge) : undefined
  const said = done ? (saidAt({ path: done.path, done })?.text ?? '') : ''
  return { path: done?.path ?? begun?.path ?? null, reason: reasonIn(said) }
}

function reasonIn(said: string): string {
  try {
    const json = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as Json
    return textOf(objectOf(json)['reason'])
  } catch {
    return ''
  }
}
