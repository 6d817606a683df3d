/** A model's value and the schema it was asked for: small differences are mended, the others are named by field. */
import type { z } from 'zod'
import { mend } from './mend.ts'
import { describeFaults } from './schema-fault.ts'

export type Fit<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly string[] }

/** One mend may uncover the next: a text that holds JSON, whose numbers are texts. More than a few is guessing. */
const maxRounds = 4

/**
 * Fits a value to a schema. What the schema refuses is mended gently (`"3"` to 3, `"TRUE"` to true, 3 to `"3"`, one
 * value to a list of one, `Done` to `done`, null to absent); a wrapper of one key (`{"result": …}`) comes off.
 */
export function fitSchema<T>(schema: z.ZodType<T>, value: unknown): Fit<T> {
  const fit = fitMended(schema, value)
  if (fit.ok || !isWrapper(value)) return fit
  const [inner] = Object.values(value)
  const unwrapped = fitMended(schema, inner)
  return unwrapped.ok ? unwrapped : fit
}

function fitMended<T>(schema: z.ZodType<T>, value: unknown): Fit<T> {
  let candidate = value
  for (let round = 1; ; round++) {
    const parsed = safelyParsed(schema, candidate)
    if (parsed instanceof Error) return { ok: false, faults: [parsed.message] }
    if (parsed.success) return { ok: true, value: parsed.data }
    const mended = round <= maxRounds ? mend(candidate, parsed.error.issues) : undefined
    if (!mended) return { ok: false, faults: describeFaults(candidate, parsed.error.issues) }
    candidate = mended.value
  }
}

/** A schema may hold code of its own, and that may fail. */
function safelyParsed<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> | Error {
  try {
    return schema.safeParse(value)
  } catch (error) {
    return error instanceof Error ? error : new Error('it cannot be checked')
  }
}

function isWrapper(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 1
}
