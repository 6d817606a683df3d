/** A session as a sheet of text. */
import type { FactEvent, Json, Part } from '@gyre/core'
import { shownAge } from '../arguments/quantities.ts'
import { shownCost, shownCount, shownTime } from '../output/amounts.ts'
import { tableLines } from '../output/text-table.ts'
import { finishedStep, isShown, isWrapUp } from '../terminal/finished-step.ts'
import { oneLine } from '../terminal/one-line.ts'
import { fitStart } from '../terminal/text-width.ts'
import { partsText } from './message-text.ts'
import type { InterventionRecord, ReadSession, SessionRecord, StepRecord } from './session-record.ts'
import { answerText } from './session-report.ts'

export type SheetOptions = {
  readonly width: number
  readonly nowMs: number
  /** Every step, not only the last ones. */
  readonly hasAllSteps: boolean
  /** Results whole, as they came. */
  readonly isRaw: boolean
}

const fewSteps = 12

export function sheetLines(read: ReadSession, options: SheetOptions): readonly string[] {
  const { record } = read
  return [
    ...headLines(record, options.nowMs),
    ...section('Plan', planLines(record.plan)),
    ...section('Steps', stepLines(read, options)),
    ...section(
      'Questions',
      record.questions.map(({ path, question }) => fitStart(`${path}  ${oneLine(question)}`, options.width - 2)),
    ),
    ...section('Interventions', interventionLines(record.interventions)),
    ...section(
      'Drift',
      record.drift.map((path) => `${path}  its prompt is not what was recorded`),
    ),
    ...section('Answer', record.answer === null ? [] : answerText(record.answer).split('\n')),
    ...section('Still open', record.gap === null ? [] : record.gap.split('\n')),
    ...section('Error', errorLines(record)),
  ]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`.trimEnd())]
}

function headLines(record: SessionRecord, nowMs: number): readonly string[] {
  const { session, status, outcome, goal, loop, persona, model, fork, thread, createdAt, usage } = record
  const age = shownAge(nowMs - Date.parse(createdAt))
  const rows = [
    ['Session', session],
    ['Status', outcome === null || outcome === status ? status : `${status}, ${outcome}`],
    ['Goal', goal],
    ['Loop', loop],
    ...(persona === null ? [] : [['Persona', persona]]),
    ['Model', model],
    ...(fork === null
      ? []
      : [['Fork of', `${fork.session}, ${fork.at - 1} ${fork.at === 2 ? 'fact' : 'facts'} inherited`]]),
    ['Thread', thread],
    ['Started', `${createdAt}, ${age} ago`],
    ['Used', usageText(usage)],
  ]
  return tableLines(rows)
}

function usageText({ modelCalls, toolCalls, inputTokens, outputTokens, costUsd, activeMs }: SessionRecord['usage']) {
  const calls = `${counted(modelCalls, 'model call')}, ${counted(toolCalls, 'tool call')}`
  return `${calls}, ${shownCount(inputTokens)} + ${shownCount(outputTokens)} tok, ${shownCost(costUsd)}, ${shownTime(activeMs)}`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function planLines(plan: Json): readonly string[] {
  const steps = (plan ?? []) as readonly {
    readonly id: string
    readonly goal: string
    readonly needs?: readonly string[]
  }[]
  return steps.map(({ id, goal, needs = [] }) => {
    const after = needs.length > 0 ? `  (after ${needs.join(', ')})` : ''
    return `${id}  ${oneLine(goal)}${after}`
  })
}

function stepLines({ record, events }: ReadSession, options: SheetOptions): readonly string[] {
  const shown = events.filter(isShown)
  const kept = options.hasAllSteps || options.isRaw ? shown : shown.slice(-fewSteps)
  const bySeq = new Map(record.steps.map((step) => [step.seq, step]))
  const steps = kept.flatMap((event) => {
    const step = bySeq.get(event.seq)
    return step ? [{ event, step }] : []
  })
  const heads = tableLines(
    steps.map(({ step, event }) => factsOf(step, isWrapUp(event))),
    { right: [0] },
  )
  const lines = steps.flatMap(({ event, step }, at) => [heads[at] ?? '', ...resultLines(event, step, options)])
  const left = shown.length - kept.length
  return left === 0 ? lines : [`… ${counted(left, 'earlier step')}: --steps`, ...lines]
}

function factsOf(step: StepRecord, isWrapUp: boolean) {
  const { seq, path, kind, model, tool, state, ms, inputTokens, outputTokens, costUsd, by } = step
  const tokens = inputTokens + outputTokens
  const facts = [
    shownTime(ms),
    ...(tokens > 0 ? [`${shownCount(tokens)} tok`] : []),
    ...(costUsd === null || costUsd === 0 ? [] : [shownCost(costUsd)]),
    ...(state === 'failed' && !isWrapUp ? ['failed'] : []),
    ...(by.length > 0 ? [`by ${by.join(', ')}`] : []),
  ]
  return [String(seq), path, kind, tool ?? model ?? '', facts.join(' · ')]
}

function resultLines(event: FactEvent, step: StepRecord, { isRaw, width }: SheetOptions): readonly string[] {
  if (isRaw)
    return rawText(step)
      .split('\n')
      .map((line) => `     ${line}`)
  const { said } = finishedStep(event, 0)
  return said === '' ? [] : [`     ${fitStart(said, width - 7)}`]
}

/** What came back, as it came: the raw text of a model, the whole of anything else. */
function rawText({ kind, input, result, error }: StepRecord): string {
  if (error !== null) return answerText(error)
  if (kind === 'generate') return replyText(result)
  const { text } = (result ?? {}) as { readonly text?: string }
  const called = input === null ? [] : [JSON.stringify(input)]
  return [...called, text ?? answerText(result)].join('\n')
}

function replyText(result: Json): string {
  const { raw, parts } = (result ?? {}) as { readonly raw?: string; readonly parts?: readonly Part[] }
  return raw ?? (parts ? partsText(parts) : answerText(result))
}

function interventionLines(interventions: readonly InterventionRecord[]): readonly string[] {
  const heads = tableLines(interventions.map((each) => [each.id, each.action, stateText(each)]))
  return interventions.flatMap(({ by, body }, at) => [heads[at] ?? '', `     by ${by}${bodyText(body)}`])
}

function stateText({ state, appliedAt, why }: InterventionRecord): string {
  if (state === 'applied') return `applied at ${appliedAt || 'the start'}`
  return why ? `${state}: ${why}` : state
}

function bodyText(body: Json): string {
  const { text } = (body ?? {}) as { readonly text?: string }
  const whole = text ?? JSON.stringify(body)
  return whole === '{}' ? '' : `: ${fitStart(oneLine(whole), 60)}`
}

function errorLines({ error }: SessionRecord): readonly string[] {
  if (!error) return []
  return [`${error.code}: ${error.message}`, ...(error.fix ? [`Fix: ${error.fix}`] : [])]
}
