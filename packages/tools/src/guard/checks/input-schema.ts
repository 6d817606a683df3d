/** The input schema: arguments as the tool reads them, in a copy that is its own. */
import { fitSchema, type Json } from '@gyre/core'
import type { InputCheck } from '../guard-path.ts'
import { ownCopy } from './own-copy.ts'
import { refusal } from './refusal.ts'

export const inputCheck: InputCheck = (tool, input: Json) => {
  try {
    const fitted = fitSchema(tool.schema, input)
    if (fitted.ok) return { kind: 'run', tool, input: ownCopy(fitted.value) }
    return refusal('input', `bad arguments for \`${tool.name}\`. ${fitted.faults.join('; ')}`)
  } catch (error) {
    // A schema may hold code, and that may fail.
    const why = error instanceof Error ? error.message : 'they cannot be checked'
    return refusal('input', `bad arguments for \`${tool.name}\`: ${why}`)
  }
}
