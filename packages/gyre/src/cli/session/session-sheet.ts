/** A session as a sheet of text. */
import type { DeliveryRecord, InterventionRecord, Json, ReadSession, SessionRecord } from '@gyre/core'
import { shownAge } from '../arguments/quantities.ts'
import { shownCost, shownCount, shownTime } from '../output/amounts.ts'
import { answerText } from '../output/answer-text.ts'
import { counted } from '../output/counted.ts'
import { tableLines } from '../output/text-table.ts'
import { progressRows } from '../terminal/loop-progress.ts'
import { oneLine } from '../terminal/one-line.ts'
import { fitStart } from '../terminal/text-width.ts'
import { blockedReason } from './blocked-reason.ts'
import { deliveryText, nextText } from './delivery-report.ts'
import { planLines } from './plan-sheet.ts'
import { lastPause, pauseText } from './session-pause.ts'
import { type StepSheetOptions, stepLines } from './step-sheet.ts'

export type SheetOptions = StepSheetOptions & { readonly nowMs: number }

export function sheetLines(read: ReadSession, options: SheetOptions): readonly string[] {
  const { record } = read
  return [
    ...headLines(record, options.nowMs),
    ...section('Plan', planLines(read.events, record)),
    ...section('Progress', progressTable(record, options.width)),
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
    ...section('Deliveries', deliveryLines(record.deliveries)),
  ]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`.trimEnd())]
}

function headLines(record: SessionRecord, nowMs: number): readonly string[] {
  const { session, goal, loop, persona, model, fork, thread, createdAt, usage } = record
  const { priority, notBefore, worker } = record
  const age = shownAge(nowMs - Date.parse(createdAt))
  const rows = [
    ['Session', session],
    ['Status', statusText(record)],
    ['Goal', goal],
    ['Loop', loop],
    ...(persona === null ? [] : [['Persona', persona]]),
    ['Model', model],
    ...(fork === null
      ? []
      : [['Fork of', `${fork.session}, ${fork.at - 1} ${fork.at === 2 ? 'fact' : 'facts'} inherited`]]),
    ['Thread', thread],
    ['Started', `${createdAt}, ${age} ago`],
    ...(priority === undefined ? [] : [['Priority', String(priority)]]),
    ...(notBefore === undefined ? [] : [['Not before', notBefore]]),
    ...(worker === undefined ? [] : [['Worker', worker]]),
    ['Used', usageText(usage)],
  ]
  return tableLines(rows)
}

/** `completed, answered`, `paused, break-point: before pay`, `failed, blocked: a person refused the plan`. */
function statusText({ status, outcome, interventions, details, isSetAside }: SessionRecord): string {
  if (isSetAside) return `${status}, set aside`
  const pause = status === 'paused' ? lastPause(interventions) : undefined
  if (pause) return pause.isBreak ? `paused, ${pauseText(pause)}` : pauseText(pause)
  const blocked = blockedReason(outcome, details)
  const ended = blocked ? `${outcome}: ${blocked}` : outcome
  return ended === null || ended === status ? status : `${status}, ${ended}`
}

function usageText({ modelCalls, toolCalls, inputTokens, outputTokens, costUsd, activeMs }: SessionRecord['usage']) {
  const calls = `${counted(modelCalls, 'model call')}, ${counted(toolCalls, 'tool call')}`
  return `${calls}, ${shownCount(inputTokens)} + ${shownCount(outputTokens)} tok, ${shownCost(costUsd)}, ${shownTime(activeMs)}`
}

function progressTable({ progress, outcome }: SessionRecord, width: number): readonly string[] {
  const notes = new Map(Object.entries(progress.notes))
  const rows = progressRows({ notes, scores: [...progress.scores] }, width - 2, outcome !== null)
  return tableLines(
    rows.flatMap(({ name, lines }) => lines.map((line, at) => [at === 0 ? name : '', fitStart(line, width - 12)])),
  )
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

function deliveryLines(deliveries: readonly DeliveryRecord[]): readonly string[] {
  return tableLines(deliveries.map((each) => [each.target, `${deliveryText(each)}${nextText(each.nextAt)}`]))
}

function errorLines({ error }: SessionRecord): readonly string[] {
  if (!error) return []
  return [`${error.code}: ${error.message}`, ...(error.fix ? [`Fix: ${error.fix}`] : [])]
}
