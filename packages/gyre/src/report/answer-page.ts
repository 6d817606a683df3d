/** Any answer as an HTML page: Markdown as it is meant to look, anything else as JSON. */
import type { Json } from '@gyre/core'
import { escaped } from '@gyre/lab'
import { page } from './page.ts'
import { renderedMarkdown } from './rendered-markdown.ts'

export type AnswerPage = {
  /** What was asked. */
  readonly goal: string
  readonly answer: Json
}

export function answerPage({ goal, answer }: AnswerPage): string {
  const body =
    typeof answer === 'string' ? renderedMarkdown(answer) : `<pre>${escaped(JSON.stringify(answer, null, 2))}</pre>`
  const [title = ''] = goal.trim().split('\n')
  return page(title, `<p class="question">${escaped(goal)}</p>\n${body}`)
}
