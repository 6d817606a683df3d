import { GyreError } from '../errors.ts'

/** The failure of a model, which a loop may do without. Others, such as a spent budget, are not the loop's to judge. */
export function modelFailure(error: unknown): GyreError {
  if (error instanceof GyreError && error.code.startsWith('model-')) return error
  throw error
}
