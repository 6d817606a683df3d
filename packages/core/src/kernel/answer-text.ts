/** An answer as a text: one that is a value is shown as JSON. */
import type { Json } from '../json.ts'

export function textOfAnswer(answer: Json): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer)
}
