/** Two arms on the same tasks: where they differ tells more than how each does by itself. */
import type { EvalResult } from './result.ts'

/** Two arms on the same tasks: how many both, one, or neither of them got right. */
export type ArmPair = {
  readonly one: string
  readonly other: string
  readonly both: number
  readonly onlyOne: number
  readonly onlyOther: number
  readonly neither: number
  /** Of McNemar's exact test; null where tasks were repeated, because repetitions of one task are no separate trials. */
  readonly p: number | null
}

/** Every two arms that have tasks in common, in the order of the arms. */
export function pairArms(arms: readonly string[], results: readonly EvalResult[]): readonly ArmPair[] {
  const judged = results.filter(({ verdict }) => verdict !== 'unjudged')
  const byArm = Map.groupBy(judged, ({ arm }) => arm)
  const verdicts = (arm: string) =>
    new Map((byArm.get(arm) ?? []).map(({ task, repeat, verdict }) => [`${repeat} ${task}`, verdict === 'right']))
  const isRepeated = results.some(({ repeat }) => repeat > 1)
  return arms.flatMap((one, at) =>
    arms.slice(at + 1).flatMap((other) => {
      const pair = counted(verdicts(one), verdicts(other))
      if (pair.both + pair.onlyOne + pair.onlyOther + pair.neither === 0) return []
      return [{ one, other, ...pair, p: isRepeated ? null : mcNemar(pair.onlyOne, pair.onlyOther) }]
    }),
  )
}

function counted(one: ReadonlyMap<string, boolean>, other: ReadonlyMap<string, boolean>) {
  const common = [...one].flatMap(([key, isRight]) => (other.has(key) ? [[isRight, other.get(key) === true]] : []))
  const count = (a: boolean, b: boolean) => common.filter(([left, right]) => left === a && right === b).length
  return {
    both: count(true, true),
    onlyOne: count(true, false),
    onlyOther: count(false, true),
    neither: count(false, false),
  }
}

/** How likely so uneven a split of the differing tasks is, were both arms equally good: exact and two-sided. */
export function mcNemar(onlyOne: number, onlyOther: number): number {
  const count = onlyOne + onlyOther
  // In logarithms: 2 to the power of some thousands is no number.
  let term = -count * Math.LN2
  let sum = 0
  for (let k = 0; k <= Math.min(onlyOne, onlyOther); k++) {
    sum += Math.exp(term)
    term += Math.log(count - k) - Math.log(k + 1)
  }
  return Math.min(1, 2 * sum)
}
