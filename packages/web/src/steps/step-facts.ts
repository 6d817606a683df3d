/** What the record of a step tells beyond its times. */
import type { Json, JsonObject } from '@gyre/core'
import { plainText } from '../session/plain-text.ts'
import type { InterventionFact, Note, SessionLog, Step } from '../session/session-log.ts'
import { oneLine } from '../ui/one-line.ts'

export type ReplyPart = {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly tool?: string
  readonly input?: Json
  readonly fault?: string
}

export type Reply = {
  readonly text?: string
  readonly raw?: string
  readonly parts?: readonly ReplyPart[]
  readonly finish?: string
  /** Why the loop could not read it. */
  readonly fault?: string
}

export type Suspicion = { readonly rule: string; readonly start: number; readonly end: number }

export type ToolOutput = {
  readonly text?: string
  readonly data?: Json
  readonly error?: true
  readonly untrusted?: { readonly from: string; readonly suspected?: readonly Suspicion[] }
}

export type StepError = {
  readonly code?: string
  readonly message?: string
  readonly fix?: string
  readonly outcome?: string
  readonly why?: string
}

export type Retry = { readonly model?: string; readonly code?: string; readonly message?: string }

export function replyOf({ fact }: Step): Reply {
  const { result, partial } = fact.data
  // What was said until it was cut off.
  if (result === undefined && Array.isArray(partial))
    return { parts: partial as readonly ReplyPart[], finish: 'cut off' }
  return (result ?? {}) as Reply
}

/** Other steps than those of tools leave something else. */
export function outputOf({ fact }: Step): ToolOutput {
  const output = (fact.data['result'] ?? {}) as ToolOutput
  return typeof output.text === 'string' ? output : {}
}

export function inputOf({ fact }: Step): Json | undefined {
  return (fact.data['request'] as { readonly input?: Json } | undefined)?.input
}

export function errorOf({ fact }: Step): StepError | undefined {
  return (fact.data['error'] ?? undefined) as StepError | undefined
}

export function attemptsOf({ fact }: Step): number {
  return Number(fact.data['attempts'] ?? 1)
}

export function retriesOf({ fact }: Step): readonly Retry[] {
  return (fact.data['retries'] ?? []) as readonly Retry[]
}

export function cachedTokensOf({ fact }: Step): number {
  const { cachedInputTokens = 0 } = (fact.data['usage'] ?? {}) as { readonly cachedInputTokens?: number }
  return cachedInputTokens
}

/** A tool's failure is an answer to the model, and no less a failure to who looks. */
export function hasFailed(step: Step): boolean {
  return step.state === 'failed' || (step.kind === 'tool' && !isNotMade(step) && outputOf(step).error === true)
}

/** It was to be done, and was not: refused, cut off, or stood in for by what was recorded. */
export function isNotMade({ state, fact }: Step): boolean {
  return state === 'not-made' || fact.data['made'] === false
}

/** Why a step was not made; undefined for one that was. */
export function unmadeWhy(step: Step): string | undefined {
  const { made, denied, stubbed, assumed } = step.fact.data
  if (stubbed === true) return 'recorded result, not made again'
  if (assumed === true) return 'taken as done'
  if (typeof denied === 'string') return `not made: denied by ${denied}`
  if (step.state === 'not-made') return wrapUpWhy(errorOf(step))
  return made === false ? 'not made' : undefined
}

function wrapUpWhy({ code, outcome = '' }: StepError = {}): string {
  const cause = outcome.replace(/^limit:/, 'limit of ')
  return `${code === 'cut' ? 'cut off' : 'not made'}${cause === '' ? '' : `: ${cause}`}`
}

const longestRemark = 48

/** What is said beside its bar, in a few words; '' for nothing worth it. */
export function remarkOf(step: Step): string {
  const attempts = attemptsOf(step)
  const tried = attempts > 1 ? `${attempts} attempts` : ''
  const said = unmadeWhy(step) ?? (hasFailed(step) ? `failed: ${failureText(step)}` : outcomeOf(step))
  return oneLine([tried, said].filter(Boolean).join(', '), longestRemark)
}

export function failureText(step: Step): string {
  const { message, code, why } = errorOf(step) ?? {}
  return message ?? why ?? code ?? outputOf(step).text ?? ''
}

function outcomeOf(step: Step): string {
  if (step.kind === 'tool') return plainText(outputOf(step).text ?? '')
  if (step.kind === 'plan') return plannedText(step.fact.data['result'])
  if (step.role === 'judge') return plainText(replyText(replyOf(step)))
  if (step.kind === 'ask') return outputOf(step).text ?? ''
  return step.kind === 'cache' ? (step.fact.data['hit'] === true ? 'found' : 'not there before') : ''
}

function plannedText(plan: Json | undefined): string {
  const steps = Array.isArray(plan) ? plan.length : 0
  return steps === 0 ? 'nothing is left' : `${steps} ${steps === 1 ? 'step' : 'steps'}`
}

/** All that a model said, as it said it. */
export function replyText({ raw, text, parts = [] }: Reply): string {
  return raw ?? (text || parts.flatMap((part) => (part.type === 'text' && part.text ? [part.text] : [])).join('\n'))
}

/** The calls a reply asked for, as far as they were recorded. */
export function callsAfter(log: SessionLog, step: Step): readonly Step[] {
  const asked = new Set((replyOf(step).parts ?? []).flatMap(({ type, id }) => (type === 'tool-call' && id ? [id] : [])))
  if (asked.size === 0) return []
  const scope = scopeOf(step.path)
  const isAsked = (each: Step) =>
    each.kind === 'tool' && each.seq > step.seq && each.path.startsWith(scope) && asked.delete(callId(each))
  return log.steps.filter(isAsked)
}

function callId({ fact }: Step): string {
  return String((fact.data['request'] as { readonly id?: string } | undefined)?.id)
}

/** What stands before the last name of a path. */
function scopeOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/**
 * Notes a loop made right after a step, before its next one: scores, decisions, what it remembers. The last step of a
 * loop inside another is what its loop was noted for: the notes after the loop are the step's as well.
 */
export function notesAfter(log: SessionLog, step: Step): readonly Note[] {
  const holder = log.stepByPath.get(holderOf(step.path))
  const isLast = holder && !log.steps.some(({ seq, path }) => seq > step.seq && path.startsWith(`${holder.path}/`))
  return isLast ? [...notesBeside(log, step), ...notesAfter(log, holder)] : notesBeside(log, step)
}

function notesBeside(log: SessionLog, step: Step): readonly Note[] {
  const scope = scopeOf(step.path)
  const isBeside = (path: string) => scopeOf(path) === scope
  const next = log.steps.find((each) => each.seq > step.seq && isBeside(each.path))?.seq ?? Number.POSITIVE_INFINITY
  return log.notes.filter(
    ({ seq, path, name }) => seq > step.seq && seq < next && isBeside(path) && name !== 'proposal',
  )
}

/** The step that holds another: `step#1` of `step#1/reason-step/evaluate#1`; '' for none. */
function holderOf(path: string): string {
  const names = path.split('/').slice(0, -1)
  while (names.length > 0 && !names.at(-1)?.includes('#')) names.pop()
  return names.join('/')
}

const heard: ReadonlySet<string> = new Set(['steer', 'context'])

/** What people did at a step. Guidance is said to be applied where it was heard first: other branches hear it too. */
export function interventionsAt(log: SessionLog, path: string): readonly InterventionFact[] {
  const applied = [...log.interventions.values()].filter(({ state }) => state === 'applied')
  const here = applied.filter(({ data }) => data['at'] === path)
  const step = log.stepByPath.get(path)
  const people = step?.fact.data['by']
  if (here.length > 0 || !step || !Array.isArray(people)) return here
  const isHeard = ({ action, seq, data }: InterventionFact) =>
    heard.has(action) && seq < step.seq && people.includes(data['by'] ?? null)
  return applied.filter(isHeard).slice(-1)
}

/** Calls after a fact that must not be made twice: a fork uses what was recorded, or asks. */
export function onceCallsAfter(
  log: SessionLog,
  seq: number,
): readonly { readonly path: string; readonly tool: string }[] {
  return log.facts.flatMap(({ type, seq: at, path = '', data }) =>
    type === 'step.intended' && at > seq ? [{ path, tool: toolOf(data) }] : [],
  )
}

function toolOf({ tool }: JsonObject): string {
  return typeof tool === 'string' ? tool : 'a tool'
}
