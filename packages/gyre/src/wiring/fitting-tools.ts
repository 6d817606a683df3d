/** Tools by patterns of their names: `web.*`, `calculator`. */
import { matchesGlob, type Tool } from '@gyre/core'

/** Those that fit one of the patterns, all where there are none; and the first pattern that fits no tool. */
export function fittingTools(tools: readonly Tool[], patterns: readonly string[] | undefined) {
  if (patterns === undefined) return { fitting: tools, useless: undefined }
  const useless = patterns.find((pattern) => !tools.some(({ name }) => matchesGlob(pattern, name)))
  const fitting = tools.filter(({ name }) => patterns.some((pattern) => matchesGlob(pattern, name)))
  return { fitting, useless }
}
