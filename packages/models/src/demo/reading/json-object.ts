/** A JSON object in a text, if that is what the text is. */
import type { JsonObject } from '@gyre/core'

export function parseObject(text: string | undefined): JsonObject | undefined {
  if (!text?.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    return undefined
  }
}
