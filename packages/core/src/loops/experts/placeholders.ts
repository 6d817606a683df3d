/** `{result_of:id}` in a task: the place of what another one gave. */
import type { Json } from '../../json.ts'

const placeholder = /\{\{?\s{0,3}result_of\s{0,3}:\s{0,3}["'`]?([^{}"'`]{1,60}?)["'`]?\s{0,3}\}?\}/g

/** The ids that a text names, or that all texts of a value do, each once. */
export function placeholdersIn(value: Json): readonly string[] {
  const ids = new Set<string>()
  filledValue(value, (id) => {
    ids.add(id)
    return ''
  })
  return [...ids]
}

/** The text with what `fill` says in the place of each id. One pass: what is filled in is not looked at again. */
export function filled(text: string, fill: (id: string) => string): string {
  return text.replace(placeholder, (_, id: string) => fill(id.trim()))
}

/** The same in all texts of a value. */
export function filledValue(value: Json, fill: (id: string) => string): Json {
  if (typeof value === 'string') return filled(value, fill)
  if (Array.isArray(value)) return value.map((each) => filledValue(each, fill))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, each === undefined ? null : filledValue(each, fill)])
  return Object.fromEntries(entries)
}

export type Excerpt = { readonly text: string; readonly isShortened: boolean }

/** The beginning of a text, up to the last sentence, line or word that ends within so many characters. */
export function excerptOf(text: string, longest: number): Excerpt {
  const whole = text.trim()
  if (whole.length <= longest) return { text: whole, isShortened: false }
  const start = whole.slice(0, longest + 1)
  const sentence = Math.max(...['. ', '.\n', '! ', '? ', '\n', '。'].map((end) => start.lastIndexOf(end)))
  const word = start.search(/\s\S*$/)
  // A sentence that ends early would leave out most of what there is room for.
  const end = sentence >= longest / 3 ? sentence + 1 : word > 0 ? word : longest
  return { text: whole.slice(0, end).trimEnd().toWellFormed(), isShortened: true }
}

/** An excerpt that says how much of the text it is. */
export function shownExcerpt(text: string, longest: number): string {
  const { text: kept, isShortened } = excerptOf(text, longest)
  return isShortened ? `${kept} [shortened: ${kept.length} of ${text.trim().length} characters]` : kept
}
