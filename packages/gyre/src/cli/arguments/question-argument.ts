/** A question as it is typed: one without a word in it finds nothing, and was hardly meant. */
import { GyreError } from '@gyre/core'

export function questionArgument(question: string): string {
  if (question.trim() !== '') return question
  throw new GyreError('usage-invalid', 'The question is empty.')
}
