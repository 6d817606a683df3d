/** Decisions that need no model: a pure function, looked at before one is asked. */

export type Standing = {
  /** In how many rounds one and the same call was refused, for it had been made before. */
  readonly refusals: number
  /** Failures in a row: rounds whose steps all failed, and decisions that could not be used. */
  readonly failures: number
  readonly stuckThreshold: number
  /** Steps of the plan that have not run. */
  readonly left: number
  /** Whether every step of the last round is good. */
  readonly isLastGood: boolean
  /** Whether some step of the last round failed. */
  readonly hasFailed: boolean
  readonly iterations: number
  readonly maxIterations: number
}

export type Ruling = {
  readonly decision: 'stuck' | 'summary' | 'continue'
  readonly stop: 'duplicate' | 'failures' | 'done' | 'turns' | 'steps'
  readonly why: string
}

/** Who wants a call again that was refused gets nowhere: as the kernel sees it within one loop. */
const mostRefusals = 1

/** In this order; undefined where a model has to judge. */
export function ruling(standing: Standing): Ruling | undefined {
  const { refusals, failures, stuckThreshold, left, isLastGood, hasFailed, iterations, maxIterations } = standing
  if (refusals > mostRefusals) return stuck('duplicate', 'a call that was refused was wanted again')
  if (failures >= stuckThreshold) return stuck('failures', `${counted(failures, 'failure')} in a row`)
  if (left === 0 && isLastGood) return summary('done', 'all steps are done and the last is good')
  if (iterations >= maxIterations)
    return summary('turns', `the limit of ${counted(maxIterations, 'iteration')} is reached`)
  if (left > 0 && failures === 0 && !hasFailed) {
    return { decision: 'continue', stop: 'steps', why: `${counted(left, 'step')} left and no failure` }
  }
  return undefined
}

function stuck(stop: 'duplicate' | 'failures', why: string): Ruling {
  return { decision: 'stuck', stop, why }
}

function summary(stop: 'done' | 'turns', why: string): Ruling {
  return { decision: 'summary', stop, why }
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
