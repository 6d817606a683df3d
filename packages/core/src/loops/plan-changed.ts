import { GyreError } from '../errors.ts'

/** Undefined for a step that was not made because a person changed the plan; any other failure is thrown on. */
export function unlessPlanChanged(error: unknown): undefined {
  if (error instanceof GyreError && error.code === 'plan-changed') return undefined
  throw error
}
