/** Plans that competed for a wave, as a judge saw them. */
import type { Json } from '@gyre/core'
import type { Step } from '../../session/session-log.ts'
import { listOf, numberOf, objectOf, objectsOf, textOf } from '../loop/json-values.ts'
import type { LoopSlice } from '../loop/loop-slice.ts'
import { saidAt } from '../loop/said-reply.ts'

export type Candidate = {
  readonly number: number
  readonly action: string
  readonly tools: readonly string[]
  readonly score: number | null
  readonly why: string
  readonly isChosen: boolean
}

export type Contest = {
  /** The step in which they were judged. */
  readonly path: string
  readonly candidates: readonly Candidate[]
  /** Plans that were drawn; those that said the same or could not be used were not judged. */
  readonly drawn: number
}

/** One for each wave that several plans were judged for. */
export function contestsIn({ steps, notes }: LoopSlice): readonly Contest[] {
  const chosen = notes.filter(({ name }) => name === 'score')
  const judged = steps.filter(({ at, role }) => role === 'judge' && /(?:^|\/)judge#\d+$/.test(at))
  return judged.map((step) => {
    const note = objectOf(chosen.find(({ seq }) => seq > step.seq)?.value)
    return { path: step.path, candidates: candidatesIn(step, note), drawn: drawnBefore(steps, step) }
  })
}

function candidatesIn(step: Step, note: ReturnType<typeof objectOf>): readonly Candidate[] {
  const scores = objectsOf(readJson(saidAt({ path: step.path, done: step })?.text ?? '', 'scores'))
  return plansShownTo(step).map(({ number, plan }) => {
    const { score, why } = scores.find((each) => each['plan'] === number) ?? {}
    const isChosen = note['plan'] === number
    return {
      number,
      action: textOf(plan['action']),
      tools: objectsOf(plan['tools']).map(({ tool }) => textOf(tool)),
      score: numberOf(score) ?? (isChosen ? numberOf(note['score']) : null),
      why: textOf(why) || (isChosen ? textOf(note['why']) : ''),
      isChosen,
    }
  })
}

/** As they stand in the request, a line each: `Plan 2: {…}`. */
function plansShownTo({ fact }: Step) {
  const messages = listOf(objectOf(fact.data['request'])['append'])
  const texts = messages
    .flatMap((message) => listOf(objectOf(message)['parts']))
    .map((part) => textOf(objectOf(part)['text']))
  return [...texts.join('\n').matchAll(/^Plan (\d+): (\{.*\})$/gm)].map(([, number, json = '']) => {
    return { number: Number(number), plan: objectOf(parsed(json)) }
  })
}

function parsed(json: string): Json {
  try {
    return JSON.parse(json) as Json
  } catch {
    return null
  }
}

function readJson(text: string, key: string): Json {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  return objectOf(parsed(json))[key] ?? null
}

/** Those of the last `candidates` before the judge. */
function drawnBefore(steps: readonly (Step & { readonly at: string })[], judge: Step): number {
  const drawn = steps.filter(({ seq, at }) => seq < judge.seq && /(?:^|\/)candidates#\d+\[\d+\]\/plan#1$/.test(at))
  const last = drawn.at(-1)?.at.replace(/\[\d+\]\/plan#1$/, '')
  return drawn.filter(({ at }) => at.startsWith(`${last}[`)).length
}
