/** Parts that schemas of the config share. */
import { z } from 'zod'

// Whoever mistakes the variable for the key writes the key: it is never told.
const variableForm = 'write the name of the variable that holds the key, such as MY_API_KEY'

export const variableName = z.string(variableForm).regex(/^[A-Za-z_]\w*$/, variableForm)

/** Says this of a value of another type; all other faults are told as usual. */
export function ofType(message: string): { error: z.core.$ZodErrorMap } {
  return { error: ({ code }) => (code === 'invalid_type' ? message : undefined) }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether these fields are there, and are objects. */
export function hasFields(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => isObject(value[name]))
}

export function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === 'string')
}

export function hasFunctions(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === 'function')
}
