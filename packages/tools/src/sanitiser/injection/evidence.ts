/** From what was found to what is marked: strong evidence by itself, weak evidence with weak evidence of another rule nearby. */
import type { Suspicion } from '@gyre/core'
import type { Match } from './match.ts'

/** Weak evidence further apart has nothing to do with each other. */
const nearby = 300

/** More marks warn no better. */
const mostMarks = 24

export function evidence(found: readonly Match[]): readonly Suspicion[] {
  const inOrder = found.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const counted = inOrder.filter((match, index) => match.isStrong || isSupported(inOrder, index))
  return merged(counted).slice(0, mostMarks)
}

function isSupported(inOrder: readonly Match[], index: number): boolean {
  const match = inOrder[index] as Match
  const supports = (other: Match | undefined) =>
    other !== undefined &&
    other.rule !== match.rule &&
    other.start - match.end <= nearby &&
    match.start - other.end <= nearby
  // The nearest of another rule are a few places away at most.
  for (let step = 1; step <= 12; step++)
    if (supports(inOrder[index - step]) || supports(inOrder[index + step])) return true
  return false
}

/** One mark for what one rule finds at one place. */
function merged(matches: readonly Match[]): readonly Suspicion[] {
  const marks: Suspicion[] = []
  const latest = new Map<string, number>()
  for (const { rule, start, end } of matches) {
    const index = latest.get(rule)
    const last = index === undefined ? undefined : marks[index]
    if (index !== undefined && last && start <= last.end) {
      marks[index] = { rule, start: last.start, end: Math.max(last.end, end) }
    } else {
      latest.set(rule, marks.length)
      marks.push({ rule, start, end })
    }
  }
  return marks
}
