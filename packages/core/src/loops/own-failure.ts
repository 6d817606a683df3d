/** What a loop that runs others may do without: one of them that failed by itself, or whose model did. */
import { type ErrorCode, GyreError } from '../errors.ts'
import { modelFailure } from './model-failure.ts'

/** Another loop, or the same one at another task, need not meet these. */
const loopFaults: readonly ErrorCode[] = ['loop-failed', 'outcome-invalid', 'output-invalid', 'tool-failed']

/** Whether a loop that was run failed by itself. A silent model is not its fault. */
export function isLoopFault(error: unknown): error is GyreError {
  return error instanceof GyreError && loopFaults.includes(error.code)
}

/** The failure of a loop that was run, its model's included. Others, such as a spent budget, are thrown on. */
export function ownFailure(error: unknown): GyreError {
  return isLoopFault(error) ? error : modelFailure(error)
}
