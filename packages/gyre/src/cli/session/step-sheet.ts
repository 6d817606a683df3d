/** The steps of a session as a sheet tells of them: two lines each, and the loop's reasons between them. */
import type { FactEvent, Json, Part, ReadSession, StepRecord } from '@gyre/core'
import { isShown, isWrapUp, reasonText } from '@gyre/core'
import { shownCost, shownCount, shownTime } from '../output/amounts.ts'
import { answerText } from '../output/answer-text.ts'
import { counted } from '../output/counted.ts'
import { tableLines } from '../output/text-table.ts'
import { finishedStep } from '../terminal/finished-step.ts'
import { reasonIn } from '../terminal/reason-note.ts'
import { fitStart } from '../terminal/text-width.ts'
import { partsText } from './message-text.ts'

export type StepSheetOptions = {
  readonly width: number
  /** Every step, not only the last ones. */
  readonly hasAllSteps: boolean
  /** Results whole, as they came. */
  readonly isRaw: boolean
}

const fewSteps = 12

/** What stands in the columns, and the lines below. */
type Entry = { readonly cells: readonly string[]; readonly below: readonly string[] }

export function stepLines({ record, events }: ReadSession, options: StepSheetOptions): readonly string[] {
  const bySeq = new Map(record.steps.map((step) => [step.seq, step]))
  const shown = events.filter((event) => isShown(event) || reasonIn(event))
  const kept = options.hasAllSteps || options.isRaw ? shown : lastSteps(shown)
  const entries = kept.flatMap((event) => entryOf(event, bySeq.get(event.seq), options) ?? [])
  const heads = tableLines(
    entries.map(({ cells }) => cells),
    { right: [0] },
  )
  const lines = entries.flatMap(({ below }, at) => [heads[at] ?? '', ...below.map((line) => `     ${line}`)])
  const left = shown.slice(0, shown.length - kept.length).filter(isShown).length
  return left === 0 ? lines : [`… ${counted(left, 'earlier step')}: --steps`, ...lines]
}

/** The last few steps with the reasons between them; all there is where there are no more steps. */
function lastSteps(shown: readonly FactEvent[]): readonly FactEvent[] {
  const first = shown.filter(isShown).at(-fewSteps - 1)
  return first ? shown.slice(shown.indexOf(first) + 1) : shown
}

function entryOf(event: FactEvent, step: StepRecord | undefined, options: StepSheetOptions): Entry | undefined {
  const reason = reasonIn(event)
  if (reason) {
    const cells = [String(event.seq), event.path ?? '', 'note', '', '']
    const line = `→ ${reasonText(reason)}`
    return { cells, below: [options.isRaw ? line : fitStart(line, options.width - 7)] }
  }
  return step && { cells: factsOf(step, isWrapUp(event)), below: resultLines(event, step, options) }
}

function factsOf(step: StepRecord, isWrapUp: boolean): readonly string[] {
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

function resultLines(event: FactEvent, step: StepRecord, { isRaw, width }: StepSheetOptions): readonly string[] {
  if (isRaw) return rawText(step).split('\n')
  const { said } = finishedStep(event, 0)
  return said === '' ? [] : [fitStart(said, width - 7)]
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
