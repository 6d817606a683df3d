import type { Tool, ToolOutput } from '@gyre/core'

/** Whether an answer is text from outside: the tool as a whole, or the answer itself says so. */
export function isOutside({ trusted }: Tool, { untrusted }: ToolOutput): boolean {
  return !trusted || untrusted !== undefined
}
