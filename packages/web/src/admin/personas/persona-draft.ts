/** A persona that is being written: plain data, of which nothing is kept that says nothing. */

export type PersonaDraft = Readonly<Record<string, unknown>>

/** The value at a path such as `budget.modelCalls`. */
export function fieldAt(draft: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isMapping(value) ? value[key] : undefined), draft)
}

/** The same with another value there. What is left empty is left out, and so is what holds nothing any more. */
export function withField(draft: PersonaDraft, [key, ...rest]: readonly string[], value: unknown): PersonaDraft {
  if (key === undefined) return draft
  const { [key]: before, ...others } = draft
  const next = rest.length === 0 ? value : withField(isMapping(before) ? before : {}, rest, value)
  if (isEmpty(next)) return others
  // A field keeps its place among the others.
  return key in draft ? { ...draft, [key]: next } : { ...others, [key]: next }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '' || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  return isMapping(value) && Object.keys(value).length === 0
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOfDraft(draft: PersonaDraft): string {
  return JSON.stringify(draft, null, 2)
}

type Read = { readonly draft: PersonaDraft } | { readonly fault: string }

export function draftOfText(text: string): Read {
  try {
    const value: unknown = JSON.parse(text)
    return isMapping(value) ? { draft: value } : { fault: 'A persona is a mapping: it begins with {.' }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

const name = /^[A-Za-z0-9][\w.-]{0,99}$/

/** Why it cannot be saved, as far as the page can tell; undefined when the server may see it. */
export function faultOfDraft(draft: PersonaDraft): string | undefined {
  const { name: called, loop } = draft
  if (typeof called !== 'string' || called === '') return 'It needs a name.'
  if (!name.test(called)) return 'Its name has letters, digits, ., _ and - and begins with a letter or digit.'
  if (typeof loop !== 'string' || loop === '') return 'It needs a loop.'
  return undefined
}

/** A name for a copy that nobody has so far. */
export function copyName(of: string, taken: readonly string[]): string {
  const names = [`${of}-copy`, ...Array.from({ length: taken.length + 1 }, (_, at) => `${of}-copy-${at + 2}`)]
  return names.find((each) => !taken.includes(each)) ?? of
}
