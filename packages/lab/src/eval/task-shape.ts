/** What the tasks of a data set file look like: our own shape, that of GAIA, or that of HotpotQA. */
import type { JsonObject } from '@gyre/core'

export type TaskShape = 'own' | 'gaia' | 'hotpotqa'

/** Told by the first task: all of a file have the same shape. */
export function shapeOf(first: JsonObject): TaskShape {
  if ('Question' in first || 'Final answer' in first) return 'gaia'
  return '_id' in first && 'question' in first ? 'hotpotqa' : 'own'
}

export const shapeWords: Readonly<Record<TaskShape, string>> = {
  own: 'own',
  gaia: 'GAIA',
  hotpotqa: 'HotpotQA',
}
