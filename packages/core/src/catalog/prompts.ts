/** The prompts people can put into other words, and those they did. */
import { GyreError } from '../errors.ts'
import { type Issue, issuesError } from '../faults/issues.ts'
import { nearestNames, suggestion } from '../faults/nearest.ts'
import type { Loop } from '../kernel/loop.ts'
import { type EditablePrompt, promptsOf } from '../kernel/prompt-template.ts'
import type { PromptText } from '../kernel/session-view.ts'
import { Documents, type DocumentVersion, type ExpectedVersion, type Shelf } from './documents.ts'
import { promptId } from './prompt-ids.ts'
import { isDefaultText, placeholderIssues, promptIssues } from './prompt-issues.ts'

/** What prompts are kept on, and the loops they belong to. */
export type PromptsOptions = Shelf & { readonly loops: readonly Loop[] }

/** A prompt of a loop: the words it came with and those that are used now. */
export type PromptEntry = {
  /** `react.system`. */
  readonly id: string
  readonly loop: string
  readonly name: string
  readonly defaultText: string
  /** The text in use. */
  readonly text: string
  readonly placeholders: readonly string[]
  /** Null when none was ever saved. */
  readonly version: number | null
  readonly isDefault: boolean
  /** Why the saved text is not used: the loop has changed since. */
  readonly fault: string | null
}

const none: Readonly<Record<string, PromptText>> = {}

/** The prompts of the loops in an owner's words. Reach it by `runtime.prompts`. */
export class Prompts {
  readonly #documents: Documents<string>
  readonly #prompts: readonly EditablePrompt[]

  constructor({ loops, ...shelf }: PromptsOptions) {
    this.#documents = new Documents(shelf, 'prompt')
    this.#prompts = loops.flatMap(promptsOf)
  }

  async list(): Promise<readonly PromptEntry[]> {
    const saved = new Map((await this.#documents.list()).map((document) => [document.name, document]))
    return this.#prompts.map((prompt) => entryOf(prompt, saved.get(prompt.id)))
  }

  /** Fails with `prompt-unknown`. */
  async get(id: string): Promise<PromptEntry> {
    const prompt = this.#known(id)
    return entryOf(prompt, await this.#documents.get(prompt.id))
  }

  /** Saves a new version and makes it the current one. An empty text is the default again. */
  async save(id: string, text: string, expected?: ExpectedVersion): Promise<PromptEntry> {
    const prompt = this.#known(id)
    const issues = placeholderIssues(text, prompt).map((message): Issue => ({ path: [], message }))
    if (issues.length > 0) throw issuesError('prompt-invalid', `Prompt \`${id}\``, issues)
    return entryOf(prompt, await this.#write(prompt.id, text, expected))
  }

  /** Every saved version, newest first; an empty body is the default. */
  versions(id: string): Promise<readonly DocumentVersion<string>[]> {
    return this.#documents.versions(this.#known(id).id)
  }

  async promote(id: string, version: number): Promise<PromptEntry> {
    const prompt = this.#known(id)
    return entryOf(prompt, await this.#documents.promote(prompt.id, version))
  }

  async rollBack(id: string): Promise<PromptEntry> {
    const prompt = this.#known(id)
    return entryOf(prompt, await this.#documents.rollBack(prompt.id))
  }

  /** The texts that are not the default, by id, to be imported elsewhere. */
  async export(): Promise<Readonly<Record<string, string>>> {
    const changed = (await this.list()).filter(({ isDefault }) => !isDefault)
    return Object.fromEntries(changed.map(({ id, text }) => [id, text]))
  }

  /** Saves them all, or none when one of them has a fault. */
  async import(texts: Readonly<Record<string, unknown>>, source = 'import'): Promise<void> {
    const entries = Object.entries(texts)
    const issues = entries.flatMap(([id, text]) => this.#importIssues(id, text))
    if (issues.length > 0) throw issuesError('prompt-invalid', source, issues)
    for (const [id, text] of entries) await this.#write(promptId(id), text as string)
  }

  /** What a session is started with: the texts that are not the default. */
  async overrides(): Promise<Readonly<Record<string, PromptText>>> {
    // Asked with every session: mostly nobody has saved any.
    const saved = await this.#documents.list()
    if (saved.length === 0) return none
    const changed = (await this.list()).filter(({ isDefault }) => !isDefault)
    return Object.fromEntries(changed.map(({ id, text, version }) => [id, { text, version }]))
  }

  #importIssues(id: string, text: unknown): readonly Issue[] {
    if (typeof text !== 'string') return [{ path: [id], message: 'expected a text', expected: 'a text' }]
    return promptIssues(promptId(id), text, this.#prompts).map((message) => ({ path: [id], message }))
  }

  async #write(id: string, text: string, expected?: ExpectedVersion): Promise<DocumentVersion<string> | undefined> {
    const isDefault = isDefaultText(text)
    // Without a version there is nothing to go back from.
    if (isDefault && !expected && !(await this.#documents.get(id))) return undefined
    return this.#documents.save(id, isDefault ? '' : text, expected)
  }

  #known(id: string): EditablePrompt {
    const prompt = this.#prompts.find((each) => each.id === promptId(id))
    if (prompt) return prompt
    const known = this.#prompts.map((each) => each.id)
    const details = { id, nearest: nearestNames(id, known), known }
    throw new GyreError('prompt-unknown', `There is no prompt \`${id}\`; ${suggestion(id, known)}`, details)
  }
}

function entryOf(prompt: EditablePrompt, saved: DocumentVersion<string> | undefined): PromptEntry {
  const { id, loop, name, text: defaultText, placeholders } = prompt
  const written = saved?.body ?? ''
  const [fault = null] = placeholderIssues(written, prompt)
  const isDefault = fault !== null || isDefaultText(written)
  const text = isDefault ? defaultText : written
  return { id, loop, name, defaultText, text, placeholders, version: saved?.version ?? null, isDefault, fault }
}
