/** How far a tool is, as a line of a terminal. */
import { type JsonObject, progressText as progressOf } from '@gyre/core'
import { oneLine } from './one-line.ts'

export function progressText(progress: JsonObject): string {
  return oneLine(progressOf(progress))
}
