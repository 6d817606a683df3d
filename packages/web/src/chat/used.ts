/** What a session drew on, and what it left open: for whoever wonders where an answer is from. */
import type { Json } from '@gyre/core'
import type { SessionLog } from '../session/session-log.ts'

/** Things it remembered from earlier sessions, each once. */
export function memoriesOf(log: SessionLog): readonly string[] {
  const found = log.steps
    .filter(({ kind }) => kind === 'recall')
    .flatMap(({ fact }) => (Array.isArray(fact.data['result']) ? (fact.data['result'] as readonly Json[]) : []))
    .map((item) => (item as { readonly text?: Json } | null)?.text)
  return [...new Set(found.filter((text) => typeof text === 'string'))]
}

/** `gpt-5, judge claude-sonnet-5`: the author's, and those of other roles where they are others. */
export function modelsOf({ view }: SessionLog): string {
  const { author, ...others } = view.definition?.models ?? {}
  if (author === undefined) return ''
  const more = Object.entries(others).filter(([, model]) => model !== author)
  return [author, ...more.map(([role, model]) => `${role} ${model}`)].join(', ')
}

/** Tools it called, with how often. */
export function toolsOf(log: SessionLog): readonly { readonly tool: string; readonly calls: number }[] {
  const calls = new Map<string, number>()
  for (const { tool, kind } of log.steps)
    if (kind === 'tool' && tool !== null) calls.set(tool, (calls.get(tool) ?? 0) + 1)
  return [...calls].map(([tool, times]) => ({ tool, calls: times }))
}

/** What is missing: at the end as the answer says, before as the loop last noted. */
export function openGap(log: SessionLog): string | null {
  // What kept it from answering at all stands where the answer would.
  if (log.hasEnded) return log.view.answer === null ? null : log.view.gap
  const { gap } = (log.notesNamed('gap').at(-1)?.value ?? {}) as { readonly gap?: Json }
  return typeof gap === 'string' && gap !== '' ? gap : null
}
