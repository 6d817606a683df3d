/** The working memory of a loop, as it is shown: its text, and what people answered. */
import { entriesIn, fencedIn } from './fenced-lines.ts'

export function memoryText(memory: string | undefined): string {
  return fencedIn(memory).find(({ from }) => from === 'working memory')?.text ?? ''
}

/** The answers of people, oldest first: what they say stands behind no fence. */
export function userAnswers(memory: string | undefined): readonly string[] {
  return entriesIn(memory, /^\[USER ANSWER\] (.*)$/).map(({ head, plain }) => [head[1], ...plain].join('\n').trim())
}
