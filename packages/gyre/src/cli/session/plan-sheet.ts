/** The plan of a session as a sheet tells of it: what is done, what is under way or next, what comes later. */
import type { FactEvent, PlannedStep, SessionRecord } from '@gyre/core'
import { type EndedStep, PlanHistory } from '@gyre/core'
import { oneLine } from '../terminal/one-line.ts'

/** Of a long plan only so many steps that are done are shown. */
const fewDone = 12

export function planLines(
  events: readonly FactEvent[],
  { outcome }: Pick<SessionRecord, 'outcome'>,
): readonly string[] {
  const history = PlanHistory.of(events)
  // A loop need not publish once more when its last steps are made.
  const isOver = (outcome === 'answered' || outcome === 'gap_open') && history.hasWorked
  const made = history.left.filter((step) => isOver || history.isOver(step))
  const all = [...history.done, ...made.map((step) => history.ended(step))].map(endedLine)
  const shown = all.slice(-fewDone)
  const earlier = all.length > shown.length ? [`… ${all.length - shown.length} done before`] : []
  const left = history.left.filter((step) => !made.includes(step))
  const open = new Set(left.map(({ id }) => id))
  const isNext = ({ needs = [] }: PlannedStep) => outcome === null && !needs.some((id) => open.has(id))
  return [...earlier, ...shown, ...left.map((step) => `${isNext(step) ? '▸' : ' '} ${lineOf(step)}`)]
}

function endedLine({ step, fate }: EndedStep): string {
  return `${fate === 'failed' ? '✗' : '✓'} ${lineOf(step)}`
}

function lineOf({ id, goal, needs = [], tool }: PlannedStep): string {
  // Where the goal is not the call itself, the tool is worth a word.
  const by = tool && !goal.includes(tool) ? `  [${oneLine(tool)}]` : ''
  const after = needs.length > 0 ? `  (after ${needs.map(oneLine).join(', ')})` : ''
  return `${oneLine(id)}  ${oneLine(goal)}${by}${after}`
}
