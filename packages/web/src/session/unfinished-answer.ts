/** What was being written when a session was stopped: who read it so far keeps it. */
import { type Part, textIn } from './part-text.ts'
import type { SessionLog, Step } from './session-log.ts'

/** Undefined where there is an answer, or nothing of one was written. */
export function unfinishedAnswer(log: SessionLog): string | undefined {
  if (!log.hasEnded || log.view.answer !== null) return undefined
  const last = log.steps.findLast(({ kind, path }) => kind === 'generate' && !path.includes('/'))
  const text = last === undefined || !isSpeech(last) ? '' : begunIn(last)
  return text === '' ? undefined : text
}

/** Not what was written for the loop alone: a form, a judgement, a plan. */
function isSpeech({ role, fact }: Step): boolean {
  const { output } = (fact.data['request'] ?? {}) as { readonly output?: unknown }
  return role === 'author' && output === undefined
}

function begunIn({ fact }: Step): string {
  const { result, partial } = fact.data
  if (result !== undefined || !Array.isArray(partial)) return ''
  const said = textIn(partial as readonly Part[])
  return /^\s*[[{]\s*["{[]/.test(said) ? '' : said.trim()
}
