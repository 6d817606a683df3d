/** An answer as a text: one that is a value is shown as JSON. */
import type { Json } from '../json.ts'

/** An answer as a text: a text is left as it is, any other value is written as JSON. */
export function textOfAnswer(answer: Json): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer)
}
