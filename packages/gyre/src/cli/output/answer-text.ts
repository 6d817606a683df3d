import type { Json } from '@gyre/core'

/** An answer as it is printed: what is no text is JSON. */
export function answerText(answer: Json): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
}
