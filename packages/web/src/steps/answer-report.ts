/** What a session came to, as a text to keep: the goal, the answer, its sources, how it was reached. */
import type { Json } from '@gyre/core'
import { textOfAnswer } from '@gyre/core/view'
import type { SessionLog } from '../session/session-log.ts'
import { duration, money } from '../ui/format.ts'

type Source = { readonly number?: Json; readonly title?: Json; readonly url?: Json }

export function answerReport(log: SessionLog): string {
  const { view } = log
  const answer = view.answer === null ? 'There is no answer.' : textOfAnswer(view.answer)
  const parts = [
    `# ${oneLine(view.definition?.task.goal ?? log.id)}`,
    answer,
    view.gap === null ? '' : `**Still open:** ${view.gap}`,
    // A report that was written as one has them at its end.
    /^#+ Sources/m.test(answer) ? '' : sourcesText(view.details),
    `---\n\n${originText(log)}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function originText({ id, view }: SessionLog): string {
  const { definition, outcome, status, usage } = view
  const calls = `${usage.modelCalls} model calls, ${usage.toolCalls} tool calls`
  const spent = `${calls}, ${money(usage.costUsd)}, ${duration(usage.activeMs)}`
  return `Session ${id}, loop ${definition?.loop ?? 'unknown'}, outcome ${outcome ?? status}. ${spent}.`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function sourcesText(details: Json): string {
  const { sources } = (details ?? {}) as { readonly sources?: Json }
  if (!Array.isArray(sources) || sources.length === 0) return ''
  return `## Sources\n\n${sources.map((each, at) => sourceText((each ?? {}) as Source, at + 1)).join('\n')}`
}

function sourceText({ number, title, url }: Source, place: number): string {
  const told = [title, url].flatMap((each) => (typeof each === 'string' ? [oneLine(each)] : []))
  return `${typeof number === 'number' ? number : place}. ${told.join(', ')}`
}
