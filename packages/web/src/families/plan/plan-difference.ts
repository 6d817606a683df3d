/** What is other in a plan than in the one before it, line by line. */
import { type Change, textChanges } from '../../diff/text-changes.ts'
import type { Planned } from './planned.ts'

/** A line that came, went or stayed, with what is other in it. */
export type DifferenceLine = {
  readonly kind: Change['kind']
  readonly key: string
  readonly pieces: readonly Change[]
}

/** Unchanged steps in one line, then those that changed, went and came. */
export function differenceOf(before: readonly Planned[], after: readonly Planned[]): readonly DifferenceLine[] {
  const known = new Map(before.map((step) => [step.id, step]))
  const unchanged = after.filter((step) => isSame(known.get(step.id), step))
  const ids = new Set(after.map(({ id }) => id))
  const went = before.filter(({ id }) => !ids.has(id))
  const lines: DifferenceLine[] = unchanged.length === 0 ? [] : [unchangedLine(unchanged)]
  for (const step of went) lines.push({ kind: 'removed', key: `- ${step.key}`, pieces: [same(lineOf(step))] })
  for (const step of after) {
    const old = known.get(step.id)
    if (!old) lines.push({ kind: 'added', key: `+ ${step.key}`, pieces: [same(lineOf(step))] })
    else if (!isSame(old, step)) lines.push(...changedLines(old, step))
  }
  return lines
}

function unchangedLine(steps: readonly Planned[]): DifferenceLine {
  const text = `${steps.map(({ id }) => id).join(', ')} unchanged`
  return { kind: 'same', key: 'unchanged', pieces: [same(text)] }
}

function changedLines(old: Planned, step: Planned): readonly DifferenceLine[] {
  const changes = textChanges(lineOf(old), lineOf(step))
  return [
    { kind: 'removed', key: `- ${old.key}`, pieces: changes.filter(({ kind }) => kind !== 'added') },
    { kind: 'added', key: `+ ${step.key}`, pieces: changes.filter(({ kind }) => kind !== 'removed') },
  ]
}

function same(text: string): Change {
  return { kind: 'same', text }
}

/** A step in a line: `s4 maths “Cost per winter” needs s1 s3`. */
export function lineOf({ id, tool, goal, needs }: Planned): string {
  const needed = needs.length === 0 ? [] : [`needs ${needs.join(' ')}`]
  return [id, ...(tool === undefined ? [] : [tool]), `“${goal}”`, ...needed].join(' ')
}

function isSame(one: Planned | undefined, other: Planned): boolean {
  return one !== undefined && lineOf(one) === lineOf(other)
}
