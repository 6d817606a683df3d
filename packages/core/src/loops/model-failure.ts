import { type ErrorCode, GyreError } from '../errors.ts'

/** Mistakes of whoever set the models up. No loop mends them, and an answer would hide them. */
const setUp: readonly ErrorCode[] = ['model-auth', 'model-missing', 'model-unknown']

/** The failure of a model, which a loop may do without. Others, such as a spent budget, are not the loop's to judge. */
export function modelFailure(error: unknown): GyreError {
  if (error instanceof GyreError && error.code.startsWith('model-') && !setUp.includes(error.code)) return error
  throw error
}
