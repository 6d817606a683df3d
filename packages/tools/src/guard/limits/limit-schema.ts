/** The shape of a table of limits, for whoever reads one. */
import { z } from 'zod'

const longestTimer = 2 ** 31 - 1
const count = z.int().min(1)

/** The shape of a table of limits, by the name of a tool or a pattern. */
export const limitTableSchema = z.record(
  z.string().min(1),
  z.strictObject({
    perMinute: count.optional(),
    concurrency: count.optional(),
    outputChars: count.optional(),
    timeoutMs: count.max(longestTimer).optional(),
  }),
)
