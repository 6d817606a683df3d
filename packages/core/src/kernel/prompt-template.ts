/**
 * Prompts as templates: texts with `{placeholders}` that people can put into other words without touching the loop.
 *
 * `{{name}}` stands for the text `{name}` itself. Braces around anything but a name, as in JSON, are left alone.
 */
import { GyreError } from '../errors.ts'
import type { Loop, Prompt } from './loop.ts'

/** A text with `{placeholders}`, as `definePrompts` makes it. */
export type PromptTemplate<P extends string = string> = {
  readonly name: string
  readonly text: string
  readonly placeholders: readonly P[]
}

/** The values a template needs: none when it has no placeholders. */
export type PromptValues<P extends string> = [P] extends [never] ? [] : [values: Readonly<Record<P, string>>]

type NoName = ' ' | '"' | "'" | '{' | '}' | ':' | ',' | '.' | '\n'

/** The names in braces of a text that is known when it is compiled. */
type NamesIn<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? (P extends `${string}${NoName}${string}` | '' ? never : P) | NamesIn<Rest>
  : never

type Templates<T extends Readonly<Record<string, string>>> = {
  readonly [K in keyof T]: PromptTemplate<string extends T[K] ? string : NamesIn<T[K]>>
}

const braces = /\{\{([A-Za-z]\w*)\}\}|\{([A-Za-z]\w*)\}/g

/** Makes templates of texts. Hand them to `defineLoop` as `prompts`, and use them through `ctx.prompt`. */
export function definePrompts<const T extends Readonly<Record<string, string>>>(texts: T): Templates<T> {
  const templates = Object.entries(texts).map(([name, text]) => [
    name,
    { name, text, placeholders: placeholdersIn(text) },
  ])
  return Object.fromEntries(templates) as Templates<T>
}

/** The placeholders of a text, each once, in the order they appear. */
export function placeholdersIn(text: string): readonly string[] {
  const names = [...text.matchAll(braces)].flatMap(([, , name]) => name ?? [])
  return [...new Set(names)]
}

/** Fills the placeholders of a template. */
export function renderPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(braces, (_, literal: string | undefined, name: string) => {
    if (literal !== undefined) return `{${literal}}`
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return value
    throw new GyreError('prompt-invalid', `The prompt has a placeholder \`{${name}}\` that the loop gives no value.`)
  })
}

/** A prompt that people can put into other words. */
export type EditablePrompt = {
  /** `react.system`. */
  readonly id: string
  readonly loop: string
  readonly name: string
  readonly text: string
  readonly placeholders: readonly string[]
}

/** The prompts of a loop that people can put into other words. */
export function promptsOf(loop: Pick<Loop, 'name' | 'prompts'>): readonly EditablePrompt[] {
  return Object.values(loop.prompts)
    .filter(isTemplate)
    .map(({ name, text, placeholders }) => ({ id: `${loop.name}.${name}`, loop: loop.name, name, text, placeholders }))
}

function isTemplate(prompt: Prompt): prompt is PromptTemplate {
  return typeof prompt === 'object'
}
