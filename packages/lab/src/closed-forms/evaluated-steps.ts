/** `reason` as it works: steps that build on each other, each judged, and planned anew while it is turned down. */
import type { Judge } from './retry.ts'

export type EvaluatedSteps = Judge & {
  /** The input of a step is not the right one, which only the judge may see. */
  readonly p: number
  readonly steps: number
}

/** So many failures in a row, and the run is stuck. */
const patience = 3

/** A call is made so often with the same input; wanted again, it is refused, which is a failure. */
const mostRepeats = 2

type End = { readonly success: number; readonly calls: number }

/**
 * Every step is right in the end, and how many calls that took.
 *
 * The textbook tries again until the judge accepts. Here a step has three tries, and a right call that was turned down
 * twice is not made a third time. The input is prepared and the output judged in a call each, a new plan is one more;
 * a refused call is not judged, and a run that is stuck writes no answer.
 */
export function evaluatedSteps({ p, alpha, beta, steps }: EvaluatedSteps): End {
  /** What is still to come after the last step, by whether all that was accepted is right. */
  let [on, off]: readonly [End, End] = [
    { success: 1, calls: 1 },
    { success: 0, calls: 1 },
  ]
  for (let step = 0; step < steps; step += 1) {
    const from = (accepted: number, next: End) => oneStep({ p, accepted, beta, next, lost: off })
    ;[on, off] = [from(alpha, on), from(beta, off)]
  }
  return { success: on.success, calls: on.calls + 1 }
}

type Step = {
  readonly p: number
  /** The judge accepts what follows from what is known, and what does not. */
  readonly accepted: number
  readonly beta: number
  /** What comes after one or the other. */
  readonly next: End
  readonly lost: End
}

/** `made` says how often the call was made that follows from what is known. */
function oneStep(step: Step, failures = 0, made = 0): End {
  const { p, accepted, beta, next, lost } = step
  if (failures === patience) return { success: 0, calls: 0 }
  const again = (madeThen: number) => {
    const { success, calls } = oneStep(step, failures + 1, madeThen)
    return { success, calls: failures + 1 < patience ? calls + 1 : calls }
  }
  const slips: readonly Way[] = [
    [p * beta, 2, lost],
    [p * (1 - beta), 2, again(made)],
  ]
  if (made >= mostRepeats) return sumOf([[1 - p, 1, again(made)], ...slips])
  return sumOf([[(1 - p) * accepted, 2, next], [(1 - p) * (1 - accepted), 2, again(made + 1)], ...slips])
}

type Way = readonly [chance: number, calls: number, end: End]

function sumOf(ways: readonly Way[]): End {
  return ways.reduce(
    (sum, [chance, calls, end]) => ({
      success: sum.success + chance * end.success,
      calls: sum.calls + chance * (calls + end.calls),
    }),
    { success: 0, calls: 0 },
  )
}
