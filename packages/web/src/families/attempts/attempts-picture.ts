/** Reflexion as attempts: each with its answer, its score, and what was learned from it. */
import type { JsonObject } from '@gyre/core'
import { textOfAnswer } from '@gyre/core/view'
import type { SessionLog, Step } from '../../session/session-log.ts'
import { numberIn, objectOf } from '../loop/json-values.ts'
import { LoopPart, type StepAt } from '../loop/loop-part.ts'
import { failureOf, type ReplyState, saidAt } from '../loop/said-reply.ts'

export type Verdict = {
  readonly isSatisfactory: boolean
  readonly score: number
  readonly reason: string
}

export type Attempt = {
  readonly number: number
  /** The step that runs the inner loop. */
  readonly path: string
  readonly state: 'running' | 'judging' | 'judged' | 'unjudged' | 'failed' | 'not-made'
  /** Null while it runs, and when it came to none. */
  readonly answer: string | null
  /** How the inner loop ended; why there is no answer. */
  readonly outcome: string
  readonly ms: number
  readonly verdict: Verdict | null
  /** The step that judged it. */
  readonly judgePath: string | null
  readonly reflection: Reflection | null
  readonly isBest: boolean
}

export type Reflection = { readonly path: string; readonly state: ReplyState; readonly text: string }

export type AttemptsPicture = {
  readonly attempts: readonly Attempt[]
  /** The loop inside, and the tool that judges where it is one. */
  readonly inner: string
  readonly judgeTool: string
  /** Attempts at most. */
  readonly limit: number
  /** Null before one was judged. */
  readonly best: number | null
  readonly keepsBest: boolean
  readonly stop: string | null
  readonly isOver: boolean
}

const usualReflections = 3

export function attemptsPicture(log: SessionLog, base: string): AttemptsPicture {
  const part = new LoopPart(log, base)
  const notes = part.notes('episode').map(({ value }) => objectOf(value))
  const judges = judgesOf(log, part)
  const attempts: Attempt[] = []
  for (let number = 1; hasBegun(log, part, number); number += 1) {
    attempts.push(attemptOf(part, { number, note: notes[number - 1], judge: judges[number - 1] }))
  }
  const keepsBest = part.config['keepBest'] !== false
  const best = bestOf(part, attempts, keepsBest)
  const { inner, evaluatorTool } = part.config
  const { stop } = part.end?.details ?? {}
  return {
    attempts: attempts.map((each, index) => ({ ...each, isBest: index === best })),
    inner: innerName(log, part, objectOf(inner)),
    judgeTool: typeof evaluatorTool === 'string' ? evaluatorTool : '',
    limit: numberIn(part.config, 'maxReflections', usualReflections) + 1,
    best: best === null ? null : best + 1,
    keepsBest,
    stop: typeof stop === 'string' ? stop : null,
    isOver: part.isOver,
  }
}

/** An attempt is known of by its own record, or by anything inside of it: a loop is recorded when it has ended. */
function hasBegun(log: SessionLog, part: LoopPart, number: number): boolean {
  const { path, done } = part.at(`episode#${number}`)
  if (done) return true
  const isInside = (each: { readonly path: string }) => each.path.startsWith(`${path}/`)
  return log.steps.some(isInside) || log.running.all.some(isInside)
}

function innerName(log: SessionLog, part: LoopPart, inner: JsonObject): string {
  if (typeof inner['loop'] === 'string') return inner['loop']
  const { path, done } = part.at('episode#1')
  const { loop } = objectOf(done?.fact.data['request'])
  if (typeof loop === 'string') return loop
  const inside = [...log.steps, ...log.running.all].find((each) => each.path.startsWith(`${path}/`))
  return inside?.path.slice(path.length + 1).split('/')[0] ?? ''
}

/** The step that judged each attempt: those without an answer, or with one that was judged before, have none. */
function judgesOf(log: SessionLog, part: LoopPart): readonly (StepAt | undefined)[] {
  const judges: (StepAt | undefined)[] = []
  const isJudge = (path: string) => /^(?:evaluate#\d+|check#\d+\[0\])(?:\/repair#\d+)?$/.test(path)
  let attempt = 0
  for (const step of log.steps) {
    if (!step.path.startsWith(part.base)) continue
    const local = step.path.slice(part.base.length)
    attempt = Number(/^episode#(\d+)$/.exec(local)?.[1] ?? attempt)
    if (attempt > 0 && isJudge(local)) judges[attempt - 1] = { path: step.path, done: step }
  }
  const running = log.running.all.find(
    ({ path }) => path.startsWith(part.base) && isJudge(path.slice(part.base.length)),
  )
  if (running && attempt > 0) judges[attempt - 1] = { path: running.path, running }
  return judges
}

type Found = { readonly number: number; readonly note: JsonObject | undefined; readonly judge: StepAt | undefined }

function attemptOf(part: LoopPart, { number, note, judge }: Found): Attempt {
  const { path, done } = part.at(`episode#${number}`)
  const verdict = note ? verdictOf(note) : null
  const result = objectOf(done?.fact.data['result'])
  const answer = result['answer'] ?? null
  return {
    number,
    path,
    state: stateOf(part, { done, verdict, judge }),
    answer: answer === null || answer === '' ? null : textOfAnswer(answer),
    outcome: done && done.state !== 'finished' ? failureOf(done) : String(result['outcome'] ?? ''),
    ms: done?.ms ?? 0,
    verdict,
    judgePath: judge?.path ?? null,
    reflection: reflectionOf(part, number),
    isBest: false,
  }
}

function verdictOf({ verdict, score, reason }: JsonObject): Verdict {
  return {
    isSatisfactory: verdict === 'satisfactory',
    score: typeof score === 'number' ? score : 0,
    reason: typeof reason === 'string' ? reason : '',
  }
}

type Known = {
  readonly done: Step | undefined
  readonly verdict: Verdict | null
  readonly judge: StepAt | undefined
}

function stateOf({ isOver }: LoopPart, { done, verdict, judge }: Known): Attempt['state'] {
  if (!done) return isOver ? 'not-made' : 'running'
  if (done.state !== 'finished') return done.state
  // A judge that failed gives no score, though the loop goes on as with the worst one.
  if (judge?.done && judge.done.state !== 'finished') return 'unjudged'
  if (verdict) return 'judged'
  return isOver ? 'unjudged' : 'judging'
}

function reflectionOf(part: LoopPart, number: number): Reflection | null {
  const at = part.at(`reflect#${number}`)
  const said = saidAt(at)
  return said ? { path: at.path, state: said.state, text: said.failure ?? said.text.trim() } : null
}

/** Which attempt counts, from 0: as the loop says when it has ended, before that by the same rule. */
function bestOf(part: LoopPart, attempts: readonly Attempt[], keepsBest: boolean): number | null {
  const settled = part.end?.details['best']
  if (typeof settled === 'number') return attempts[settled]?.answer === null ? null : settled
  const worths = attempts.map((each, index) => worthOf(each, index, keepsBest))
  const highest = Math.max(-1, ...worths)
  return highest < 0 ? null : worths.lastIndexOf(highest)
}

function worthOf({ answer, verdict }: Attempt, index: number, keepsBest: boolean): number {
  if (answer === null || !verdict) return -1
  if (!keepsBest) return index
  return verdict.isSatisfactory ? 11 : verdict.score
}
