/** What is wrong with a prompt that was put into other words. */

import { suggestion } from '../faults/nearest.ts'
import { type EditablePrompt, placeholdersIn } from '../kernel/prompt-template.ts'

/** The faults of a text for the prompt of this id; none when it can be used. An empty text is the default. */
export function promptIssues(id: string, text: string, prompts: readonly EditablePrompt[]): readonly string[] {
  const prompt = prompts.find((each) => each.id === id)
  if (prompt) return placeholderIssues(text, prompt)
  const known = prompts.map((each) => each.id)
  return [`there is no prompt \`${id}\`; ${suggestion(id, known)}`]
}

/** A text has exactly the placeholders of the default: those of another one would stay empty, a missing one hides something. */
export function placeholderIssues(text: string, { placeholders }: EditablePrompt): readonly string[] {
  if (isDefaultText(text)) return []
  const used = placeholdersIn(text)
  const unknown = used.filter((name) => !placeholders.includes(name))
  const missing = placeholders.filter((name) => !used.includes(name))
  return [
    ...unknown.map((name) => `unknown placeholder ${inBraces(name)}; ${validOnes(placeholders)}`),
    ...missing.map((name) => `missing placeholder ${inBraces(name)}; ${validOnes(placeholders)}`),
  ]
}

export function isDefaultText(text: string): boolean {
  return text.trim() === ''
}

function validOnes(placeholders: readonly string[]): string {
  if (placeholders.length === 0) return 'this prompt has none (write {{name}} for the text {name})'
  return `this prompt has ${placeholders.map(inBraces).join(', ')}, and each must be used`
}

function inBraces(name: string): string {
  return `{${name}}`
}
