import { shownText } from '../fence.ts'

/** An answer as a model reads it. Where there are tools it may hold what came from outside: it is fenced. */
export function shownAnswer(text: string, tools: readonly unknown[]): string {
  return tools.length === 0 ? text : shownText({ text, untrusted: { from: 'an earlier answer' } })
}
