/** What the tasks of a data set file look like: our own shape, that of GAIA, or that of HotpotQA. */
import type { JsonObject } from '@gyre/core'

/** The shape of a data set: our own, or that of a known one. */
export type TaskShape = 'own' | 'gaia' | 'hotpotqa'

/** Told by the first task: all of a file have the same shape. */
export function shapeOf(first: JsonObject): TaskShape {
  if ('Question' in first || 'Final answer' in first) return 'gaia'
  return 'question' in first && ('_id' in first || hasPassages(first)) ? 'hotpotqa' : 'own'
}

/** The file of its authors has `_id`; copies elsewhere have `id`, and their passages by column perhaps. */
function hasPassages({ context }: JsonObject): boolean {
  if (typeof context !== 'object' || context === null) return false
  if (!Array.isArray(context)) return 'title' in context && 'sentences' in context
  const [first] = context
  return Array.isArray(first) && typeof first[0] === 'string' && Array.isArray(first[1])
}

export const shapeWords: Readonly<Record<TaskShape, string>> = {
  own: 'own',
  gaia: 'GAIA',
  hotpotqa: 'HotpotQA',
}
