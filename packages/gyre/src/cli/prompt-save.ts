/** A text for a prompt; where it is from a file, its faults are told with their line. */
import { GyreError, type Issue, type PromptEntry, type Prompts } from '@gyre/core'
import { type Fault, faultsError } from '../config/reading/fault.ts'

export type PromptInput = { readonly text: string; readonly source: string | null }

/** Saves a text. Of a file, the line end after its last line is no part of it. */
export async function savePrompt(prompts: Prompts, id: string, { text, source }: PromptInput): Promise<PromptEntry> {
  if (source === null) return prompts.save(id, text)
  const written = text.replace(/\r?\n$/, '')
  try {
    return await prompts.save(id, written)
  } catch (error) {
    if (!(error instanceof GyreError) || error.code !== 'prompt-invalid') throw error
    const issues = error.details['issues'] as readonly Issue[]
    throw faultsError(
      'prompt-invalid',
      issues.map((issue) => located(issue, written, source)),
      error,
    )
  }
}

/** A placeholder that is not known stands somewhere; one that is missing does not. */
function located(issue: Issue, text: string, file: string): Fault {
  const [, name] = /^unknown placeholder \{(\w+)\}/.exec(issue.message) ?? []
  const offset = name === undefined ? undefined : placeOf(name, text)
  if (offset === undefined) return { ...issue, file }
  const before = text.slice(0, offset).split('\n')
  return { ...issue, file, at: { line: before.length, column: (before.at(-1) ?? '').length + 1 } }
}

/** Where the placeholder stands first; `{{name}}` is none. */
function placeOf(name: string, text: string): number | undefined {
  const found = text.matchAll(new RegExp(`\\{\\{${name}\\}\\}|\\{${name}\\}`, 'g'))
  return found.find(([match]) => !match.startsWith('{{'))?.index
}
