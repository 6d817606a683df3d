/** The placeholders of a prompt's text: where they stand, which are unknown, and which are missing. */

export type Mark = {
  readonly from: number
  readonly to: number
  readonly name: string
  readonly isKnown: boolean
  /** Counted from 1. */
  readonly line: number
}

/** `{{name}}` stands for the text `{name}`. Braces around anything but a name, as in JSON, are left alone. */
const braces = /\{\{[A-Za-z]\w*\}\}|\{([A-Za-z]\w*)\}/g

export function marksIn(text: string, placeholders: readonly string[]): readonly Mark[] {
  return [...text.matchAll(braces)].flatMap((found) => {
    const name = found[1]
    if (name === undefined) return []
    const from = found.index
    const line = text.slice(0, from).split('\n').length
    return [{ from, to: from + found[0].length, name, isKnown: placeholders.includes(name), line }]
  })
}

export type TextFaults = { readonly unknown: readonly Mark[]; readonly missing: readonly string[] }

/** An empty text is the default, which has no faults. */
export function faultsIn(text: string, placeholders: readonly string[]): TextFaults {
  if (text.trim() === '') return { unknown: [], missing: [] }
  const marks = marksIn(text, placeholders)
  const used = marks.map(({ name }) => name)
  return {
    unknown: marks.filter(({ isKnown }) => !isKnown),
    missing: placeholders.filter((name) => !used.includes(name)),
  }
}

/** Why it cannot be saved; undefined when it can. */
export function whyNot({ unknown, missing }: TextFaults, placeholders: readonly string[]): string | undefined {
  const [first] = unknown
  const known = placeholders.length === 0 ? 'It has none.' : `It has ${placeholders.join(', ')}.`
  if (first) return `{${first.name}} in line ${first.line} is not a placeholder of this prompt. ${known}`
  if (missing.length > 0)
    return `${missing.map((name) => `{${name}}`).join(', ')} must be used: the loop says something there.`
  return undefined
}

/** The head of the editor says it shorter. */
export function faultLine({ unknown, missing }: TextFaults): string | undefined {
  const [first] = unknown
  if (first) return `line ${first.line}: unknown placeholder`
  return missing.length > 0 ? `missing: ${missing.join(', ')}` : undefined
}
