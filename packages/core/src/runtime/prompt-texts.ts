/** The words a session says its prompts in, where they are not the loop's own. */

import { isDefaultText, promptIssues } from '../catalog/prompt-issues.ts'
import { type Issue, issuesError } from '../faults/issues.ts'
import type { Loop } from '../kernel/loop.ts'
import { promptsOf } from '../kernel/prompt-template.ts'
import type { PromptText } from '../kernel/session-view.ts'

type PromptTexts = Readonly<Record<string, PromptText>>

/** Texts, and over them those that are given for this session; an empty one is the loop's own. */
export function withTexts(
  texts: PromptTexts,
  loops: readonly Loop[],
  given: Readonly<Record<string, string>> = {},
): PromptTexts {
  const entries = Object.entries(given)
  if (entries.length === 0) return texts
  const known = loops.flatMap(promptsOf)
  const issues = entries.flatMap(([id, text]) =>
    promptIssues(id, text, known).map((message): Issue => ({ path: [id], message })),
  )
  if (issues.length > 0) throw issuesError('prompt-invalid', 'Prompts', issues)
  const merged = new Map(Object.entries(texts))
  for (const [id, text] of entries) {
    if (isDefaultText(text)) merged.delete(id)
    else merged.set(id, { text, version: null })
  }
  return Object.fromEntries(merged)
}
